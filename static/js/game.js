// The taps of a game: each is kept on the device and sent until the server has it, in the order of the taps. A tap has a
// key, by which the server counts it once, however often it comes. Without scripts the forms send themselves.

import { ask, doubt, expectNews, isOfDevice, leaveForNews, sayWaiting, take } from "./live.js";
import { copied, keepCopy } from "./offline/copy.js";
import { read, readList, write } from "./storage.js";

const RETRY = 2000;
/** When the first try of a tap is given up, and later ones. */
const FIRST_TRY = 4000;
const LATER_TRY = 8000;
const GAME = "agari.game";
const table = location.pathname.match(/^.*?\/game\/[\w-]{22}/)?.[0];
const KEPT = `agari.taps ${table}`;
/** Others were faster, or the event cannot be: the page says which. Or the game is gone, or the link an onlooker's. */
const REFUSED = [409, 422, 403, 404];
const isTap = (item) => Array.isArray(item) && item.every(([name, value]) => typeof (name + value) === "string");

/** The taps that the server does not have yet, oldest first: the fields of their forms. */
const waiting = () => readList(KEPT, isTap);
const keep = (taps) => write(KEPT, JSON.stringify(taps));
const of = (tap, name) => new URLSearchParams(tap).get(name);
const newest = () => of(waiting().at(-1), "key");

let isSending = false;
let isTriedAgain = false;
let timer;
/** The newest tap that waits and is shown all the same; a page that was just opened shows what it is for. */
let shownKept = newest();
/** An event was refused while others wait. The next tap is sent before those that wait. */
let isRefused = false;

// -- a tap --------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.action.endsWith(`${table}/events`)) return;
  event.preventDefault();
  const tap = [...new URLSearchParams(new FormData(form))];
  const taps = waiting();
  if (!taps.some((other) => of(other, "key") === of(tap, "key"))) keep(isRefused ? [tap, ...taps] : [...taps, tap]);
  isRefused = false;
  expectNews();
  act(event.submitter ?? form.querySelector("button"));
  form.closest("#kept")?.replaceChildren(); // from here on it is kept with the taps
  send();
});

/** What a tap does is seen at once; the points follow from the server. */
function act(button) {
  button.ariaBusy = "true";
  button.closest(".more")?.removeAttribute("open");
  if (button.ariaPressed) button.ariaPressed = button.ariaPressed === "true" ? "false" : "true";
}

/** A game of this device goes to the server. It leaves the device once it is there. */
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!("move" in form.dataset)) return;
  event.preventDefault();
  const failed = form.querySelector("[data-failed]");
  failed.hidden = true;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (!answer.ok || !answer.redirected || answer.headers.get("X-Answered-By") !== "server")
      throw new Error("not moved");
    await fetch(`${table}/delete`, { method: "POST" });
    location.assign(`${answer.url}/join`); // where the others find its QR code
  } catch {
    failed.hidden = false;
  }
});

// -- sending ------------------------------------------------------------------

async function send() {
  clearTimeout(timer);
  if (isSending || !waiting().length) return;
  isSending = true;
  try {
    while (waiting().length && (await sendFirst()));
    if (!waiting().length) sayWaiting();
  } catch (error) {
    // No server, or none of ours: the tap stays and is sent again.
    sayWaiting("kept");
    showKept();
    if (error.name === "TimeoutError" && !isTriedAgain) doubt();
    isTriedAgain = true;
    timer = setTimeout(send, RETRY);
  } finally {
    isSending = false;
  }
}

/** The table with the taps that wait, as this device works it out; once for each tap. */
async function showKept() {
  if (newest() === shownKept || !navigator.serviceWorker?.controller || copied().table !== table) return;
  shownKept = newest();
  const page = await made(table);
  if (!page) return;
  if (!hasItsScripts(page)) return location.assign(table);
  if (location.pathname !== table) history.pushState(null, "", table);
  put(page);
}

/** Sends the oldest tap; true if the next one can follow. */
async function sendFirst() {
  const [tap] = waiting();
  const answer = await fetch(`${table}/events`, {
    method: "POST",
    body: new URLSearchParams(tap),
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(isTriedAgain ? LATER_TRY : FIRST_TRY),
  });
  isTriedAgain = false;
  if (answer.ok) return taken(tap, (await answer.json()).number);
  if (!REFUSED.includes(answer.status)) throw new Error(answer.status);
  await refused(answer);
  return false;
}

/** The server has a tap. The next one, if it knew less than that, is sent as if it had been made after it (`seen`). */
async function taken(tap, number) {
  if (typeof number !== "number") throw new Error("not our answer");
  const [, ...rest] = waiting();
  const [next, ...later] = rest;
  const knowing = (fields) => fields.map(([name, value]) => [name, name === "seen" ? String(number) : value]);
  const isNewer = next && Number(of(next, "seen")) < number;
  keep(next ? [isNewer ? knowing(next) : next, ...later] : []);
  if (copied().table === table) keepCopy({ ...copied(), taken: [...copied().taken, [number, tap]] });
  if (!rest.length) show(of(tap, "hand"));
  return rest.length > 0;
}

async function refused(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.querySelector("main.game")) return location.assign(table);
  keep(waiting().slice(1));
  isRefused = waiting().length > 0;
  swap(page);
  sayWaiting(isRefused ? "held" : undefined);
}

// -- showing ------------------------------------------------------------------

/** The table as it is now; after a riichi that was missing, the hand again. */
function show(hand) {
  if (hand) return location.assign(`${table}/hand?${hand}`);
  if (document.querySelector(".board[data-round]")) return ask();
  leaveForNews();
  turnTo(table);
}

/** Puts another page of the game in the place of this one; what had the focus keeps it. */
function swap(page) {
  const { action, player } = document.activeElement?.dataset ?? {};
  const main = document.querySelector("main");
  document.getElementById("kept")?.replaceWith(document.adoptNode(page.getElementById("kept")));
  take(page);
  main.replaceWith(document.adoptNode(page.querySelector("main.game")));
  if (!action) return;
  const same = [...document.querySelectorAll("[data-action]")].filter(({ dataset }) => dataset.player === player);
  const stick = ["riichi", "withdraw"];
  const isSame = (name) => name === action || (stick.includes(name) && stick.includes(action));
  same.find(({ dataset }) => isSame(dataset.action))?.focus();
}

// -- a game that this device answers -----------------------------------------------------

/** Whether this device answers: always, or in the place of the server. */
const isByDevice = () => isOfDevice || document.documentElement.dataset.answeredBy === "device";

/** Python ends with the page in which it runs. So where it answers the pages of a game take one another's place. */
async function turnTo(address, isBack) {
  const page = isByDevice() && (await made(address));
  if (!page || !hasItsScripts(page)) return location.assign(address);
  if (!isBack) history.pushState(null, "", address);
  put(page);
}

/** A page of this game, from whoever answers; null if nobody does. */
async function made(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page?.querySelector("main.game")) return null;
  document.documentElement.dataset.answeredBy = answer.headers.get("X-Answered-By");
  return page;
}

function put(page) {
  document.title = page.title;
  swap(page);
  scrollTo(0, 0);
}

function hasItsScripts({ scripts }) {
  const own = [...document.scripts].map(({ src }) => src);
  return scripts.length === own.length && [...scripts].every(({ src }) => own.includes(src));
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("main.game a[href]");
  const isPlain = !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button);
  if (!isByDevice() || !isPlain || !link?.pathname.startsWith(table) || link.download) return;
  event.preventDefault();
  turnTo(link.href);
});
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!isByDevice() || event.defaultPrevented || form.method !== "get") return;
  event.preventDefault();
  turnTo(`${form.action}?${new URLSearchParams(new FormData(form, submitter))}`);
});
addEventListener("popstate", ({ state }) => {
  if (isByDevice() && state?.sheet !== "closed") turnTo(location.href, true);
});

// -- the page -----------------------------------------------------------------

addEventListener("online", send);
document.addEventListener("visibilitychange", send);
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(".acts .more[open]")) if (!menu.contains(target)) menu.open = false;
});
document.addEventListener("keydown", ({ key, target }) => {
  const menu = key === "Escape" && target.closest(".acts .more[open]");
  if (!menu) return;
  menu.open = false;
  menu.firstElementChild.focus();
});

/** The screen stays on while the game is on it. */
async function stayAwake() {
  try {
    if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen");
  } catch {
    // The battery is low, or the browser does not want to.
  }
}

if (document.querySelector(".board[data-round]")) {
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
  if (document.querySelector("[data-action=more]") && read(GAME) !== table) write(GAME, table);
}
send();
