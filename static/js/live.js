// How this phone follows its game: htmx asks for the page again and again, and each answer waits until something is new
// (`#live`). Here a phone that was asleep or offline asks at once, and says when it hears nothing and when it does again.

import { read, TAB, write } from "./storage.js";

/** How long it is said that the connection is back; what a timer may be late before the phone must have slept. */
const BACK = 5000;
const TICK = 2000;
const SLEPT = 10000;

/** What this tab has seen of its game: the next page begins there, and tells what happened since. */
const SEEN = "agari.seen";

const notice = document.getElementById("sending");
let areTapsWaiting = false;
let isLost = false;
let isGone = false;
let isLeaving = false;
let before = null;
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

/** Says why taps wait on this device: `kept` until there is a connection, `held` because the one before them was
 * refused; or that none waits any more. */
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

function lose() {
  isLost = true;
  if (!areTapsWaiting) say("lost");
}

function hear() {
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
  if (isLost) detail.ctx.request.headers.Prefer = "wait=0";
});
live()?.addEventListener("htmx:error", lose);
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

addEventListener("online", ask);
addEventListener("offline", () => live() && lose());
addEventListener("pageshow", ({ persisted }) => persisted && ask());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && ask());
let ticked = Date.now();
setInterval(() => {
  if (Date.now() - ticked > SLEPT) ask();
  ticked = Date.now();
}, TICK);
