// The taps of a game. Each is kept on the device and sent until the server has it, in the order of the taps. A tap has
// a key, so that the server counts it once, however often it is sent. A tap that the server refuses is shown, and the
// player decides. Until then no later tap is sent. Without scripts the browser sends the forms.

import {
  ask,
  doubt,
  doWhenBack,
  expectNews,
  isCut,
  isOfDevice,
  leaveForNews,
  sayWaiting,
  see,
  shown,
  take,
} from "./game/live.js";
import { copied, keepCopy } from "./offline/copy.js";
import {
  addTap,
  dropTap,
  goOnWith,
  isKeptTap,
  knownBy,
  noteSent,
  renewTaps,
  stopAt,
  stopOf,
  takeOver,
  tapsOf,
} from "./site/queue.js";
import { erase, TAB } from "./site/storage.js";

const RETRY = 2000;
/** The times after which the first try to send a tap, and a later try, are given up. */
const FIRST_TRY = 4000;
const LATER_TRY = 8000;
/** The time to wait while it is another tab's turn. A browser may have put that tab to sleep. */
const TURN = 10000;
/** The time for which Undo takes no tap after another phone's event or an undo has changed what it would undo. Whoever
 * taps then meant the event that it named before. */
const CHANGED = 1000;
/** The number of times that a tap is sent if the server fails at it. */
const MOST_FAILURES = 3;
const NEW_GAME = "agari.new-game-key";
const table = location.pathname.match(/^.*?\/game\/[\w-]{22}/)?.[0];
const isTable = () => Boolean(document.querySelector(".board[data-round]"));

/** The taps that the server does not have yet, oldest first. */
const waiting = () => tapsOf(table);
const newest = () => waiting().at(-1)?.key;
/** The taps of this page, and the last one if it is still on its way. */
const own = new Set();
let entered = null;

let isSending = false;
let isTriedAgain = false;
/** Whether this tab has sent something since the queue was last empty. */
let hasSent = false;
/** The number of the last event taken from here, and what takes away the marks of `act`. */
let lastTaken = 0;
let unmark = [];
let timer;
/** The newest tap when the table was last shown with the waiting taps. A page that was just opened stays as it is. */
let shownKept = newest();
/** The key of the refused tap that the card on this page is about. */
let refusedKey = null;
/** How often the server has failed at a tap, by its key. */
const failures = new Map();
/** The event that Undo names, null once this page changes the game, other than by an undo; and the time from which it
 * takes taps. */
const undo = { event: undoButton()?.form.event.value, from: 0 };

// -- a tap --------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.action.endsWith(`${table}/events`)) return;
  event.preventDefault();
  const button = event.submitter ?? form.querySelector("button");
  const isWaiting = button.ariaBusy && isFree();
  if ((isWaiting && !(button.ariaPressed && isCut())) || button.ariaDisabled) return; // or it has just changed
  const fields = new FormData(form);
  if (isWaiting) {
    // Without a network a stick that waits to be laid is taken back, or the other way round.
    button.ariaPressed = button.ariaPressed !== "true";
    const type = button.ariaPressed === "true" ? "riichi" : "withdraw";
    fields.set("event", fields.get("event").replace(/riichi|withdraw/, type));
    fields.set("key", newest() + 1);
  }
  const said = button.dataset.said ?? button.ariaLabel ?? button.textContent.trim();
  enter([...fields], said, form.closest("#kept") ? waiting()[0] : undefined);
  act(button);
  send();
});

/** Keeps a tap. A tap that answers a card replaces the refused one. The player then looks at the later taps before they
 * are sent. */
function enter(fields, said, former) {
  addTap(table, fields, said, former);
  entered = Object.fromEntries(fields);
  if (!entered.event.includes("undo")) undo.event = null;
  own.add(entered.key);
  const [first, next] = waiting();
  if (former) showCard();
  if (former && next) stopAt(table, next, "after");
  if (!isKeptTap(first)) sayWaiting("unkept");
  expectNews();
}

/** Shows at once what a tap does. The points follow from the server. */
function act(button) {
  if (!button || button.ariaBusy) return;
  const { ariaPressed } = button;
  unmark.push(() => Object.assign(button, { ariaBusy: null, ariaPressed }));
  button.ariaBusy = "true";
  if (ariaPressed) button.ariaPressed = ariaPressed !== "true";
}

// Shows it again on a table that another phone's event has drawn anew, while taps wait for the network. Captured: what
// follows a game stops its events.
addEventListener("htmx:after:swap", actAgain, true);
function actAgain() {
  holdUndo();
  unmark = [];
  if (!isFree()) return;
  for (const { event, said } of waiting()) {
    const form = [...document.forms].find((one) => one.event?.value === event);
    const button = JSON.parse(event).type === "undo" ? undoButton() : form?.querySelector("button");
    act(button);
    const small = button?.querySelector("small"); // undo and redo: the table may name their next event already
    if (!small) continue;
    const { textContent } = small;
    unmark.push(() => Object.assign(small, { textContent }));
    small.textContent = said.slice(button.firstChild.length);
  }
}

function undoButton() {
  return document.querySelector(".acts [data-action=undo]");
}

/** Lets Undo take no taps for a moment if another phone or an undo has changed what it would undo. */
function holdUndo() {
  const button = undoButton();
  const event = button?.form.event.value;
  if (undo.event && event !== undo.event) undo.from = Date.now() + CHANGED;
  undo.event = event;
  const rest = undo.from - Date.now();
  if (!button || rest <= 0) return;
  button.ariaDisabled = "true";
  setTimeout(() => button.removeAttribute("aria-disabled"), rest);
}

// -- sending ------------------------------------------------------------------

/** Whether the oldest tap may be sent. */
function isFree([first] = waiting()) {
  return Boolean(first) && first.key !== refusedKey && !stopOf(table, first);
}

async function send() {
  clearTimeout(timer);
  if (isSending) return;
  isSending = true;
  const isSlow = setTimeout(sayWhy, FIRST_TRY);
  try {
    while (isFree() && (await inTurn(sendFirst)));
    settle();
  } catch (error) {
    // No server answered, or not ours: the tap stays and is sent again.
    sayWhy();
    showKept();
    if (error.name === "TimeoutError" && !isTriedAgain) doubt();
    isTriedAgain = true;
    timer = setTimeout(send, RETRY);
  } finally {
    clearTimeout(isSlow);
    isSending = false;
  }
}

/** Says why taps wait: there is no connection. If the browser keeps nothing, it also says that the page has to stay. */
const sayWhy = () => sayWaiting(waiting().every(isKeptTap) ? "kept" : "unkept");

/** Lets one tab send at a time. In browsers without locks all tabs send: the server counts each tap once, and each tab
 * sends a tap only after the one before it has been taken. */
async function inTurn(work) {
  let isOurs = false;
  const begin = () => {
    isOurs = true;
    return work();
  };
  try {
    return await navigator.locks.request(`agari.sending ${table}`, { signal: AbortSignal.timeout(TURN) }, begin);
  } catch (error) {
    if (isOurs) throw error;
    return work();
  }
}

/** Sends the oldest tap; true if the next one can follow. */
async function sendFirst() {
  const [tap] = waiting();
  if (!isFree()) return false; // another tab was faster
  const seen = knownBy(table, tap);
  const body = new URLSearchParams(tap.fields);
  body.set("seen", seen);
  const answer = await fetch(`${table}/events`, {
    method: "POST",
    body,
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(isTriedAgain ? LATER_TRY : FIRST_TRY),
  });
  isTriedAgain = false;
  if (answer.ok) return taken(tap, seen, (await answer.json()).number);
  await notTaken(tap, answer);
  return false;
}

/** Called when the server has taken a tap. */
function taken(tap, seen, number) {
  if (typeof number !== "number") throw new Error("not our answer");
  noteSent(table, tap, seen, number);
  dropTap(tap);
  hasSent = true;
  lastTaken = number;
  if (copied().table === table) keepCopy({ ...copied(), taken: [...copied().taken, [number, tap.fields]] });
  return true;
}

async function notTaken(tap, answer) {
  const page = [409, 422].includes(answer.status) && (await pageIn(answer));
  if (page) return refused(tap, page);
  const isFinal = answer.status < 500 && answer.headers.has("X-Answered-By");
  // A gateway, or a server that has no time now, says nothing about the tap.
  const tries = isFinal ? MOST_FAILURES : answer.status === 500 ? (failures.get(tap.key) ?? 0) + 1 : 0;
  failures.set(tap.key, tries);
  if (tries < MOST_FAILURES) throw new Error(answer.status);
  stopAt(table, tap, "failed");
}

/** Called when others were faster, or the event is not possible. The table says which, and the tap stays until the
 * player has decided. */
function refused(tap, page) {
  if (own.has(tap.key) && !isTable() && isKeptTap(tap)) return location.assign(table); // where it is refused again
  if (isTable() || own.has(tap.key)) swap(page);
  else showCard(page.querySelector("#kept > *"));
  refusedKey = tap.key;
}

/** Called when sending ends: nothing waits, or the player has to decide. */
function settle() {
  const [first, ...later] = waiting();
  if (first) return decide(first, later);
  sayWaiting();
  // The table may show the tap before its answer comes.
  if (document.querySelector(".tap")?.seen.value >= lastTaken) for (const one of unmark.splice(0)) one();
  if (document.querySelector("#kept [data-card]")) showCard();
  if (entered) show(entered.hand);
  else if (hasSent && isTable()) ask();
  entered = null;
  hasSent = false;
}

// -- what the player decides --------------------------------------------------

/** Shows the taps that are not sent. */
async function decide(first, later) {
  const why = stopOf(table, first);
  const card = why === "after" ? await lookedAt([first, ...later]) : why === "failed" ? failedCard(first) : null;
  if (card) showCard(card);
  if (card || first.key === refusedKey) sayWaiting();
  const more = document.querySelector("#kept [data-more]");
  if (more) more.hidden = !later.length;
}

function showCard(...cards) {
  refusedKey = null;
  document.getElementById("kept").replaceChildren(...cards.map((card) => document.adoptNode(card)));
}

function failedCard(tap) {
  const card = document.getElementById("failed").content.firstElementChild.cloneNode(true);
  card.querySelector("[data-failed-tap]").textContent = tap.said;
  return card;
}

/** The server's answer to what taps would do now, one after the other. */
async function lookedAt(taps) {
  const events = taps.flatMap(({ event, key }) => [
    ["event", event],
    ["key", key],
  ]);
  try {
    const answer = await fetch(`${table}/waiting`, { method: "POST", body: new URLSearchParams(events) });
    const page = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("[data-card]");
  } catch {
    sayWhy();
    timer = setTimeout(send, RETRY);
    return null;
  }
}

const DECISIONS = {
  again([first]) {
    failures.delete(first.key);
    goOnWith(table);
  },
  drop([first, next]) {
    dropTap(first);
    if (next) stopAt(table, next, "after");
    else goOnWith(table);
  },
  "drop-one"(taps, { key }) {
    const nth = taps.findIndex((tap) => tap.key === key);
    if (nth < 0) return;
    dropTap(taps[nth]);
    if (nth === 0 && taps[1]) stopAt(table, taps[1], "after");
  },
  "send-waiting"(taps, { number }) {
    renewTaps(taps, Number(number));
    goOnWith(table);
  },
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("#kept [data-decide]");
  const taps = waiting();
  if (!button || !taps.length) return;
  event.preventDefault();
  DECISIONS[button.dataset.decide](taps, button.dataset);
  showCard();
  send();
  if (button.dataset.decide.startsWith("drop") && isTable()) showAnew();
});

/** Shows the table without the effect of the dropped tap. */
async function showAnew() {
  const page = await made(table);
  if (page) put(page);
}

// Another tab may have decided.
addEventListener("storage", ({ key }) => {
  const isShown = document.querySelector("#kept [data-card]");
  if (!isShown || !key?.includes(table)) return;
  if (waiting()[0]?.key !== refusedKey) showCard();
  send();
});

/** Warns before the page is left: taps that the browser does not keep are lost with it. */
addEventListener("beforeunload", (event) => {
  if (!waiting().every(isKeptTap)) event.preventDefault();
});

// -- showing ------------------------------------------------------------------

/** Shows the table with the waiting taps, as this device works it out; once for each tap. */
async function showKept() {
  if (newest() === shownKept || !navigator.serviceWorker?.controller || copied().table !== table) return;
  shownKept = newest();
  const page = await made(table);
  if (!page) return;
  if (!hasItsScripts(page)) return location.assign(table);
  if (location.pathname !== table) history.pushState(null, "", table);
  put(page);
}

/** The table as it is now; after a riichi that was missing, the hand again. */
function show(hand) {
  if (hand) return location.assign(`${table}/hand?${hand}`);
  if (isTable()) return ask();
  leaveForNews();
  isByDevice() ? turnTo(table) : location.assign(table);
}

/** Puts another page of the game in place of this one. The element with the focus keeps it. */
function swap(page) {
  const focused = document.activeElement;
  const main = document.querySelector("main");
  const mayApply = document.querySelector("[data-apply]");
  document.getElementById("kept").replaceWith(document.adoptNode(page.getElementById("kept")));
  take(page);
  main.replaceWith(document.adoptNode(page.querySelector("main.game")));
  holdUndo();
  // What has come a moment ago takes no taps. This was there before.
  const apply = mayApply && document.querySelector(".apply");
  for (const one of apply?.getAnimations({ subtree: true }) ?? []) one.finish();
  // A stick is laid or taken back: its player is the same, its action is not.
  const { player } = focused.dataset;
  const heading = document.querySelector("h1");
  heading.tabIndex = -1;
  const same = sameAs(focused) ?? (player && document.querySelector(`[data-action][data-player="${player}"]`));
  if (focused !== document.body) (same || heading).focus({ preventScroll: true });
}

/** What is on the page now in place of a control; null if nothing is. */
function sameAs({ attributes }) {
  const data = [...attributes].filter(({ name }) => name.startsWith("data-"));
  return data[0] ? document.querySelector(data.map(({ name, value }) => `[${name}="${value}"]`).join("")) : null;
}

/** The page of a game in an answer; null if there is none. */
async function pageIn(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("main.game") ? page : null;
}

// -- a page in place of another ---------------------------------------------------------------

/** Whether this device answers: always, or in place of the server. */
const isByDevice = () => isOfDevice || document.documentElement.dataset.answeredBy === "device";

const address = () => location.pathname + location.search;
let shownAddress = address();
/** The page that comes in place of this one: its address, the control that was `tapped` for it if it is a choice, the
 * one that was tapped `last`, and the promise `hasCome`; null if none does. */
let coming = null;

/** Replaces this page without leaving it. That is fast, and Python ends with the page in which it runs. */
function turnTo(href, tapped) {
  document.querySelector("main").ariaBusy = "true";
  coming = { href, tapped, last: tapped };
  coming.hasCome = come(coming);
}

/** True once the page is shown. It is not if another one was chosen meanwhile, or if the browser opens it. */
async function come(turn) {
  const page = await made(turn.href);
  if (turn !== coming) return false;
  if (!page || !hasItsScripts(page)) return location.assign(turn.href);
  coming = null;
  if (page.address !== location.href) history.pushState(null, "", page.address);
  const before = shown();
  put(page, turn.tapped);
  if (!isByDevice() && before !== shown()) see(before); // what others did meanwhile is still to be said
  return true;
}

// A tap after a choice is meant for what comes in place of the tapped control. The second one of a double tap is not.
document.addEventListener(
  "click",
  (event) => {
    const control = coming && event.target.closest(".step a, .apply :is(a, button)");
    if (!control) return;
    event.preventDefault();
    event.stopPropagation();
    if (!coming.tapped || control === coming.last) return;
    coming.last = control;
    coming.hasCome.then((is) => is && sameAs(control)?.click());
  },
  true,
);

/** A page of this game, from the server or this device; null if neither answers. */
async function made(href) {
  const signal = isByDevice() ? null : AbortSignal.timeout(FIRST_TRY);
  try {
    const answer = await fetch(href, { headers: { Accept: "text/html" }, signal });
    const page = answer.ok && (await pageIn(answer));
    const isBy = answer.headers.get("X-Answered-By");
    return page && Object.assign(page, { address: answer.redirected ? answer.url : href, isBy });
  } catch {
    return null;
  }
}

/** Shows another page from its beginning, or, if what was `tapped` is on it too, where the page before was. */
function put(page, tapped) {
  document.title = page.title;
  document.documentElement.dataset.answeredBy = page.isBy;
  shownAddress = address();
  swap(page);
  if (!tapped || !sameAs(tapped)) scrollTo(0, 0);
  showUnfolded();
  refusedKey = null;
  send();
}

const scriptsOf = ({ scripts }) => String(Array.from(scripts, ({ src }) => src).sort());
const hasItsScripts = (page) => scriptsOf(page) === scriptsOf(document);

/** Whether neither the server nor this device can open a page, so that the browser would show its own error page. A
 * device that answers at all makes every page except those of a game of which it has no copy. */
const isOutOfReach = (address) =>
  isCut() && !(navigator.serviceWorker?.controller && (copied().table === table || !address.includes(`${table}`)));

/** While another page is on its way, or its fields have changed, the result on this page is an old one: it cannot be
 * entered. */
function outdate(isOld = true) {
  for (const part of document.querySelectorAll(".apply:has([data-apply]), .outcome")) part.inert = isOld;
}

document.addEventListener("input", ({ target }) => target.closest("form.step") && outdate());

/** Keeps this page, whatever was to come in its place. */
function stay() {
  coming = document.querySelector("main").ariaBusy = null;
  if (!document.querySelector("form.step")) outdate(false);
}

addEventListener("pageshow", ({ persisted }) => persisted && stay());
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const isPlain = !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button);
  if (!isPlain || !link || link.download || link.target || link.origin !== location.origin) return;
  const step = link.closest(".step");
  const isInPlace =
    link.pathname.startsWith(table) &&
    (isByDevice() ? link.closest("main.game") : step && link.pathname === location.pathname);
  if (isOutOfReach(link.href)) {
    if (step) outdate();
    // A second choice of a draw would be one in place of the first.
    if (step && document.querySelector("[data-apply]")) step.inert = true;
    doWhenBack(() => location.assign(link.href));
  } else if (isInPlace) turnTo(link.href, link);
  else {
    stay();
    return step && outdate();
  }
  event.preventDefault();
});
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented) return;
  stay();
  if (form.matches(".step")) outdate();
  if (isOutOfReach(form.action)) doWhenBack(() => form.requestSubmit(submitter));
  else if (!isByDevice() || (submitter?.formMethod || form.method) !== "get") return;
  else turnTo(`${form.action}?${new URLSearchParams(new FormData(form, submitter))}`);
  event.preventDefault();
});
addEventListener("popstate", ({ state }) => {
  const isCalculator = document.querySelector("[data-at-table]"); // it changes its address itself
  if (isCalculator || state?.sheet === "closed") return;
  stay();
  if (address() === shownAddress) return;
  if (!isOutOfReach(location.href)) return turnTo(location.href);
  outdate();
  doWhenBack(() => turnTo(location.href));
});

// -- the page -----------------------------------------------------------------

addEventListener("online", send);
document.addEventListener("visibilitychange", send);
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(".acts .more[open]"))
    if (!menu.contains(target) || target.form) menu.open = false; // a button that changes the table below the menu
});

/** Shows what is unfolded in a step, which may lie behind the preview, and the question about pao, which large text
 * puts below the screen. */
function showUnfolded() {
  document.querySelector(".asks :is(details[open], .pao)")?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("toggle", ({ target }) => target.closest(".step") && showUnfolded(), true);
showUnfolded();

/** Keeps the screen on while the game is on it. A device with a low battery refuses, and so does a hidden page. */
const stayAwake = () => navigator.wakeLock?.request("screen").catch(() => null);
if (isTable() || document.querySelector("[data-board]")) {
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
}
if (isTable()) {
  erase(NEW_GAME, TAB);
  // A page that this device has made does not know the id.
  if (document.querySelector("[data-action=more]") && !isByDevice())
    takeOver(table, document.getElementById("live").dataset.id);
}
send();
