// Wires the page: taps and changes go to the table, the table to the server, and only the latest answer is shown.

import { read, readList, TAB, write } from "./storage.js";
import { clear, discard, drawRun, drop, keepDiscarder, nextHand, pressMode, restore, settleFlags, settleWay, show, snapshot, tap, touch, type, withoutLast } from "./table.js";

const form = document.getElementById("table");
const RETRY = 2000;
const READ = 2000;
const LAST = "agari.last";
const PAST = "agari.past";
const STEPS = 100;
let present = snapshot();
let version = 0;

/** A state without its empty fields: a query. */
const query = (state) => new URLSearchParams([...new URLSearchParams(state)].filter(([, value]) => value));

/** The links to other pages and languages, and the one to share, lead to the present hand. */
function aim() {
  for (const link of document.querySelectorAll(".elsewhere a, [data-share]")) {
    const state = query(present);
    const language = link.hreflang || form.elements.lang?.value;
    if (language) state.set("lang", language);
    link.setAttribute("href", `${link.pathname}?${state}`);
  }
  // Who else can win is known from the answer, which brings this link anew.
  const another = document.querySelector("[data-action=another]");
  if (another) another.inert = true;
}

// What undo goes back to, from page to page of a tab. First stands the address that was left, last its state: the same
// address opened again is no step, nor is a page on which nothing was entered.
const isText = (item) => typeof item === "string";
const [address, ...past] = readList(PAST, isText, TAB);
if (address === location.search || past.at(-1) === present) past.pop();
let next = null;
addEventListener("pagehide", () => {
  if (!isPassing && (past.length || /(hand|melds)=[^&]/.test(present))) write(PAST, JSON.stringify([next ?? location.search, ...past.slice(-STEPS), present]), TAB);
});

/** Shows what was changed, keeps what was before for undo, and asks for the score; `isRead`: within the details. */
function changed({ isUndo = false, isRead = false } = {}) {
  const now = snapshot();
  if (!isUndo && now !== present) past.push(present);
  present = now;
  version += 1;
  if (!isRead) form.classList.remove("reader");
  show();
  aim();
  document.getElementById("result").ariaBusy = "true";
  form.dispatchEvent(new Event("score"));
  write(LAST, now);
  showAddress();
}

/** The address bar is the share link: a page that is loaded anew loses nothing, whatever has been answered. */
function showAddress() {
  history.replaceState(history.state, "", document.querySelector("[data-share]").getAttribute("href"));
}

/** From reading what a link shows to changing it: the readings make way for the keys. */
function edit() {
  form.classList.remove("reader");
  for (const box of document.querySelectorAll(".readings")) box.open = isRoomy.matches;
  scrollTo({ top: 0 });
}

/** The page with this hand and another preset, or rules of one's own. */
function withOtherRules(rules) {
  const state = new URLSearchParams(new FormData(form));
  for (const name of [...state.keys()]) if (name.startsWith("rule.")) state.delete(name);
  if (rules.includes("=")) for (const [name, value] of new URLSearchParams(rules)) state.set(name, value);
  return `/?${state}`;
}

const rulesOf = (state) => [...new URLSearchParams(state)].filter(([name]) => name.startsWith("rule")).toString();

function undo() {
  const before = past.pop();
  if (before === undefined) withoutLast();
  else if (rulesOf(before) !== rulesOf(present)) {
    // Other rules have another page.
    present = before;
    next = `?${query(before)}`;
    return location.assign(`/${next}`);
  }
  else restore(before);
  changed({ isUndo: true });
}

// -- taps ---------------------------------------------------------------------

form.addEventListener("click", (event) => {
  if (event.target.matches("input[aria-disabled]")) return event.preventDefault();
  if (event.target.matches(".edit")) { event.preventDefault(); return edit(); }
  if (event.target.matches("[data-share]")) {
    event.preventDefault();
    return import("./share.js").then(({ share }) => share(event.target.href));
  }
  if (event.target.name === "from") return blame();
  if (event.target.name === "mode") { pressMode(event.target.value); return show(); }
  const button = event.target.closest("button");
  if (!button || button.form !== form) return;
  event.preventDefault();
  if (button.ariaHidden) return changed({ isRead: document.activeElement.closest(".readings") }); // Enter in a field
  if (button.dataset.action === "undo") return undo();
  if (button.dataset.action === "help") return help.showModal();
  if (button.dataset.action === "history") return import("./history.js").then(({ open }) => open());
  if (button.dataset.step) {
    const number = button.parentElement.querySelector("input");
    if (button.dataset.step === "1") number.stepUp();
    else number.stepDown();
  }
  else if (button.dataset.action === "clear") { clear(); button.closest("details").open = false; }
  else if (button.dataset.action === "next") { nextHand({ ...button.dataset }); scrollTo({ top: 0 }); }
  else if (button.name === "by") win(button.value);
  else if (button.dataset.tile) { if (!tap(button)) return refuse(button); }
  else if (button.dataset.wait) { if (!type(button.dataset.wait)) return; }
  else if (button.dataset.discard) discard(button.dataset.discard);
  else if (button.name === "touch") touch(button.value);
  else if (button.name === "drop") drop(Number(button.value));
  changed();
});

/** A key that can enter nothing says why, for as long as one reads it. */
function refuse(key) {
  key.classList.add("refused");
  clearTimeout(key.refused);
  key.refused = setTimeout(() => key.classList.remove("refused"), READ);
}

/** Chooses ron or tsumo. */
function win(way) {
  form.querySelector(`[data-by=${way}]`).checked = true;
  settleWay();
}

/** Who discarded is tapped: then it is a ron. The discarder that stands there from the start can be tapped too. */
function blame() {
  win("ron");
  changed();
}

form.addEventListener("change", (event) => {
  if (["mode", "from"].includes(event.target.name)) return;
  if (event.target.name === "seat") keepDiscarder(new URLSearchParams(present));
  if (event.target.name === "by") settleWay();
  if (event.target.type === "checkbox") settleFlags();
  if (event.target.name === "rules") return location.assign(withOtherRules(event.target.value));
  changed({ isRead: event.target.closest(".readings") });
});

form.addEventListener("submit", (event) => event.preventDefault());

// Pasted tiles take the place of the hand; what else has been entered since the page came stays.
document.getElementById("paste").addEventListener("submit", (event) => {
  event.preventDefault();
  const state = query(new FormData(form));
  state.set("text", event.target.elements.text.value);
  location.assign(`/?${state}`);
});

// A finger drawn over three keys of a suit enters the run.
let drawnFrom = null;
let drawnAt = null;
const keyAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-tile]");
form.addEventListener("pointerdown", (event) => {
  drawnFrom = event.target.closest("[data-tile]");
  drawnAt = [event.clientX, event.clientY];
  if (drawnFrom && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
});
// Else Chromium takes a quick draw for a fling and loses the tap after it. Upwards and downwards the page is scrolled.
document.querySelector(".palette").addEventListener("touchmove", (event) => {
  const [x, y] = drawnAt;
  const { clientX, clientY } = event.touches[0];
  if (Math.abs(clientX - x) >= Math.abs(clientY - y)) event.preventDefault();
}, { passive: false });
form.addEventListener("pointerup", (event) => {
  const [first, last] = [drawnFrom, keyAt(event)];
  drawnFrom = null;
  if (!first || !last || first === last) return;
  const [[from, suit], [to, otherSuit]] = [first.dataset.tile, last.dataset.tile];
  if (suit === otherSuit && suit !== "z" && Math.abs(from - to) === 2 && drawRun(first, last)) changed();
});

// -- keyboard -----------------------------------------------------------------

const help = document.getElementById("help");
const keyOf = (tile) => form.querySelector(`[data-tile="${tile}"]`);
let digits = "";

function pending(text) {
  digits = text;
  document.body.classList.toggle("pending", text !== "");
  document.body.dataset.pending = text;
}

document.addEventListener("keydown", (event) => {
  const box = event.target.closest(".more[open]");
  if (event.key === "Escape" && box) { box.open = false; return box.firstElementChild.focus(); }
  if (event.target.matches("input[type=text], input[type=number], select, textarea") || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && key === "z") { event.preventDefault(); return undo(); }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "?") return help.showModal();
  if (event.key === "Backspace") return digits ? pending(digits.slice(0, -1)) : undo();
  if (event.key === "Escape") return pending("");
  if (/^[0-9]$/.test(event.key)) return pending(digits + event.key);
  if (/^[mpsz]$/.test(key) && digits) {
    const tiles = [...digits].map((rank) => rank + key);
    pending("");
    const refused = tiles.filter((tile) => !type(tile));
    if (refused.length < tiles.length) changed();
    for (const tile of refused) keyOf(tile) && refuse(keyOf(tile));
  }
});
for (const button of document.querySelectorAll("[data-action=help], [data-action=history], [data-step]")) button.hidden = false;

for (const box of document.querySelectorAll(".more")) {
  document.addEventListener("click", (event) => { if (!box.contains(event.target)) box.open = false; });
}

// -- the server's answers -----------------------------------------------------

// An answer that a newer tap has overtaken is not shown.
document.addEventListener("htmx:before:request", ({ detail }) => { detail.ctx.version = version; });
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx.version !== version) return event.preventDefault();
  // What does not say its address is no answer of ours: the sign-in page of a network, say.
  if (ctx.response.status >= 400 || !ctx.response.headers.has("HX-Replace-Url")) { event.preventDefault(); failed(ctx); }
});

// A failed request is repeated until it goes through or a newer one takes its place.
const notice = document.getElementById("notice");
function failed(ctx) {
  if (ctx?.version !== version) return;
  notice.hidden = false;
  setTimeout(() => { if (ctx.version === version) form.dispatchEvent(new Event("score")); }, RETRY);
}
document.addEventListener("htmx:error", ({ detail }) => failed(detail.ctx));
document.addEventListener("htmx:after:swap", () => { notice.hidden = true; unfold(); keep(); });

// Where there is room for them, details are open until they are closed.
const isRoomy = matchMedia("(min-width: 48rem) and (min-height: 45rem), (min-width: 60rem)");
function unfold() {
  for (const box of document.querySelectorAll(".readings")) {
    if (isRoomy.matches && !box.wasOpened) box.open = box.wasOpened = true;
  }
}

// On a phone opened details are read with the hand above them; the keys are a tap away, however far one has scrolled.
form.addEventListener("toggle", ({ target }) => {
  if (target.matches(".readings") && !isRoomy.matches) form.classList.toggle("reader", target.open);
}, { capture: true });

/** A scored hand goes into the list of the last ones, unless it is changed while the list is fetched. */
function keep() {
  const scored = version;
  if (!document.querySelector("#result [data-points]")) return;
  import("./history.js").then(({ remember }) => { if (version === scored) remember(); });
}

// -- the beginning ------------------------------------------------------------

if (read("agari.rules")) import("./own-rules.js").then(({ offer }) => offer(form.elements.rules));
unfold();
show();
const last = read(LAST) ?? "";
const lastLink = query(last).toString(); // empty if what stands there is no hand
if (last === present) edit(); // one's own hand, opened again
const isPassing = !location.search && lastLink && last !== present;
// The bare address opens the hand that was there last: a closed tab loses nothing.
if (isPassing) location.replace(`/?${lastLink}`);
else if (!("unread" in form.dataset)) showAddress(); // what could not be read stays in the address
// What was tapped before this script came counts too.
const isTouched = [...form.elements].some((input) => input.checked !== undefined && input.checked !== input.defaultChecked);
if (isTouched) addEventListener("load", () => changed({ isUndo: true }));
