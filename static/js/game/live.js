// How this phone follows its game: htmx asks for the page again and again, and each answer waits until something is new
// (`#live`). This script makes a phone that was asleep or offline ask at once, and says when the connection is lost and
// when it is back.

import { erase, read, TAB, write } from "../site/storage.js";

/** The time for which the page says that the connection is back; how late a timer may be before the phone must have
 * slept. */
const BACK = 5000;
const TICK = 2000;
const SLEPT = 10000;
/** The time after which a request is given up, on a phone that was away or has no connection. The first requests end
 * soon, as their connections may be dead. Later ones get more time: the network or the server may be slow. */
const TRIES = 3;
const SOON = 3000;
const LATER = 12000;
/** The number of other connections: a browser keeps up to six to a server, and the next request takes one. */
const OTHERS = 5;

/** The last state of the game that this tab has seen. The next page begins there and says what happened since. */
const SEEN = "agari.seen";
/** What a tap has put away in this tab since there was a connection: no page says it again. */
const AWAY = "agari.away";

const notice = document.getElementById("sending");
let areTapsWaiting = false;
let isLost = false;
/** The number of requests sent since the connection became doubtful; null: there is a connection. */
let tries = null;
let isLeaving = false;
/** Whether this game is on this device alone: then nobody else enters anything. */
export const isOfDevice = location.pathname.includes("/game/device-");
let before = null;
/** The work to do as soon as somebody answers; null if there is none. */
let wanted = null;
/** What the notice says. */
let said;
let saidTimer;

const live = () => document.getElementById("live");
/** The state of the game that is on this page, as the header of a request. */
export const shown = () => live()?.getAttribute("hx-headers");

/** Asks again at once, even if a request is under way: the game may have changed. */
export function ask() {
  if (!live()) return;
  if (!window.htmx) location.reload();
  live().dispatchEvent(new Event("htmx:abort"));
  live().dispatchEvent(new Event("follow"));
}

function wake() {
  tries = 0;
  ask();
}

/** Handles a request without an answer: its connection looked open and was dead. The others may be dead too, and each
 * would cost a request. So all are used at once, and the browser closes the dead ones together. */
export function doubt() {
  const { href } = document.querySelector("link[rel=manifest]"); // the cache of the device has all other files
  const probe = { method: "HEAD", cache: "no-store" };
  for (let n = 0; n < OTHERS; n++) fetch(href, { ...probe, signal: AbortSignal.timeout(SOON) }).catch(() => {});
  tries ??= 0;
  ask();
}

/** Makes this page follow what another page follows, and count what that one shows as seen. */
export function take(page) {
  const found = page.getElementById("live");
  if (!found || !live()) return;
  for (const { name, value } of found.attributes) live().setAttribute(name, value);
  see(shown());
}

/** Notes that a tap is on its way. The page to which it leads says what it did, even if this page heard of it
 * before. */
export function expectNews() {
  before ??= shown();
}

export function leaveForNews() {
  if (before) write(SEEN, before, TAB);
  isLeaving = true;
}

/** Follows the game from this state on: the answer says what has happened since. */
export function see(headers) {
  live().setAttribute("hx-headers", headers);
  write(SEEN, headers, TAB);
  ask();
}

/** Says why taps wait: they are `kept` on this device until there is a connection, or `unkept`, so that only the page
 * knows them; or says that none waits any more. While a page is waited for, that is what is said. */
export function sayWaiting(why) {
  areTapsWaiting = Boolean(why);
  say(wanted ? "later" : (why ?? (isLost ? "lost" : null)));
}

// A tap puts it away. The menu still says that there is no network.
notice?.addEventListener("click", () => {
  write(AWAY, `${read(AWAY, TAB)} ${said}`, TAB);
  say(null);
});

function say(what) {
  if (!notice || what === said || (what && read(AWAY, TAB)?.includes(what))) return;
  said = what;
  clearTimeout(saidTimer);
  notice.hidden = !what;
  notice.textContent = what ? notice.dataset[what] : "";
}

/** Whether nobody answers, as far as this phone knows. */
export const isCut = () => !isOfDevice && (isLost || !navigator.onLine);

/** Does something as soon as somebody answers, and says that it waits. The page stays as it is until then. */
export function doWhenBack(work) {
  wanted = work;
  erase(AWAY, TAB);
  say("later");
  ask();
}

function lose() {
  if (isOfDevice) return;
  isLost = true;
  document.documentElement.toggleAttribute("data-cut", true);
  tries ??= 0;
  if (!areTapsWaiting && !wanted) say("lost");
}

function hear() {
  erase(AWAY, TAB);
  document.documentElement.toggleAttribute("data-cut", false);
  tries = null;
  const work = wanted;
  wanted = null;
  work?.();
  if (!isLost) return;
  isLost = false;
  if (areTapsWaiting) return;
  say("back");
  saidTimer = setTimeout(() => say(null), BACK);
}

// -- answers ------------------------------------------------------------------

// The calculator listens for answers to taps. Answers to this element are not meant for it.
for (const name of ["before:request", "before:swap", "after:swap", "error"])
  live()?.addEventListener(`htmx:${name}`, (event) => event.stopPropagation());
// The first answer after a loss of the connection comes at once, so that the page can say that it is back.
live()?.addEventListener("htmx:config:request", ({ detail }) => {
  if (tries === null) return;
  detail.ctx.request.headers.Prefer = "wait=0";
  detail.ctx.request.timeout = tries < TRIES ? SOON : LATER;
});
// The next request goes out only now: while one is under way, others are dropped.
live()?.addEventListener("htmx:before:request", () => {
  if (tries !== null) tries++;
});
live()?.addEventListener("htmx:error", ({ detail }) => {
  const tried = tries;
  lose();
  if (detail.error === "timeout") tried > 1 ? ask() : doubt();
});
live()?.addEventListener("htmx:before:response", (event) => {
  if (event.detail.ctx.response.headers.has("ETag")) return hear();
  // Not our answer: it comes from a proxy, or is the login page of a network.
  event.preventDefault();
  lose();
});

live()?.addEventListener("htmx:finally:swap", () => isLeaving || write(SEEN, shown(), TAB));
const seen = read(SEEN, TAB);
if (live() && seen && seen !== shown()) see(seen);
else if (live()) write(SEEN, shown(), TAB);

// -- awake again --------------------------------------------------------------

addEventListener("online", wake);
addEventListener("offline", () => live() && lose());
addEventListener("pageshow", ({ persisted }) => persisted && wake());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
let ticked = Date.now();
setInterval(() => {
  if (Date.now() - ticked > SLEPT) wake();
  ticked = Date.now();
}, TICK);
