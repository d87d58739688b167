// How this phone follows its game: htmx asks for the page again and again, and each answer waits until something is new
// (`#live`). Here a phone that was asleep or offline asks at once, and says when it hears nothing and when it does again.

import { read, TAB, write } from "./storage.js";

/** How long it is said that the connection is back; what a timer may be late before the phone must have slept. */
const BACK = 5000;
const TICK = 2000;
const SLEPT = 10000;
/** When a request of a phone that was away, or cannot hear anything, is given up. The first ones soon: their connections
 * may be dead. Those after them have time: the network or the server may be slow. */
const TRIES = 3;
const SOON = 3000;
const LATER = 12000;
/** A browser keeps up to six connections to a server, one of which the next request takes. */
const OTHERS = 5;

/** What this tab has seen of its game: the next page begins there, and tells what happened since. */
const SEEN = "agari.seen";

const notice = document.getElementById("sending");
let areTapsWaiting = false;
let isLost = false;
/** How many requests went out since nobody knows whether there is a connection; null: there is one. */
let tries = null;
let isGone = false;
let isLeaving = false;
/** Whether this game is on this device alone: then nobody else enters anything. */
export const isOfDevice = location.pathname.includes("/game/device-");
let before = null;
/** What the player asked for while nobody answered. */
let wanted = null;
let saidTimer;

const live = () => document.getElementById("live");
const shown = () => live()?.getAttribute("hx-headers");

/** Asks anew, whatever is under way: the game may have changed. */
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

/** A request heard nothing: its connection looked open and was dead. Others may be, too, and each would cost a request. So
 * all of them are used at once: those that are dead are closed together. */
export function doubt() {
  const { href } = document.querySelector("link[rel=manifest]"); // the cache of the device has all other files
  const probe = { method: "HEAD", cache: "no-store" };
  for (let n = 0; n < OTHERS; n++) fetch(href, { ...probe, signal: AbortSignal.timeout(SOON) }).catch(() => {});
  tries ??= 0;
  ask();
}

/** From now on this page shows another one, follows what that one follows, and has seen what it shows. */
export function take(page) {
  const found = page.getElementById("live");
  if (!found || !live()) return;
  for (const { name, value } of found.attributes) live().setAttribute(name, value);
  see(shown());
}

/** A tap is on its way: the page to which it leads tells what it did, also if this one heard of it before. */
export function expectNews() {
  before ??= shown();
}

export function leaveForNews() {
  if (before) write(SEEN, before, TAB);
  isLeaving = true;
}

function see(headers) {
  live().setAttribute("hx-headers", headers);
  write(SEEN, headers, TAB);
  ask();
}

/** Says why taps wait: `kept` on this device until there is a connection, `unkept` where only the page knows of them; or
 * that none waits any more. */
export function sayWaiting(why) {
  areTapsWaiting = Boolean(why);
  say(why ?? (isLost ? "lost" : isGone ? "gone" : null));
}

function say(what) {
  if (!notice) return;
  clearTimeout(saidTimer);
  notice.hidden = !what;
  notice.textContent = what ? notice.dataset[what] : "";
}

/** Whether nobody answers, as far as this phone knows. */
export const isCut = () => !isOfDevice && (isLost || !navigator.onLine);

/** Does something as soon as somebody answers, and says that it waits; what is shown stays until then. */
export function doWhenBack(work) {
  wanted = work;
  say("later");
  ask();
}

function lose() {
  if (isOfDevice) return;
  isLost = true;
  tries ??= 0;
  if (!areTapsWaiting && !wanted) say("lost");
}

function hear() {
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

// The calculator listens for answers to taps: those to this element are none of them.
for (const name of ["before:request", "before:swap", "after:swap", "error"])
  live()?.addEventListener(`htmx:${name}`, (event) => event.stopPropagation());
// The first answer after a loss comes at once, so that it can be said.
live()?.addEventListener("htmx:config:request", ({ detail }) => {
  if (tries === null) return;
  detail.ctx.request.headers.Prefer = "wait=0";
  detail.ctx.request.timeout = tries < TRIES ? SOON : LATER;
});
// Only now it goes out: while one is under way, others are dropped.
live()?.addEventListener("htmx:before:request", () => {
  if (tries !== null) tries++;
});
live()?.addEventListener("htmx:error", ({ detail }) => {
  const tried = tries;
  lose();
  if (detail.error === "timeout") tried > 1 ? ask() : doubt();
});
live()?.addEventListener("htmx:before:response", (event) => {
  const { status, headers } = event.detail.ctx.response;
  isGone = status === 404;
  if (headers.has("ETag")) return hear();
  // No answer of ours: a proxy, or the page of a network that wants a login.
  event.preventDefault();
  if (isGone) say("gone");
  else lose();
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
