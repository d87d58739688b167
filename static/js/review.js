// A reviewed log: its hands are judged one after the other, and the costliest come first. Without this script each hand
// has a button. The answers stay in the tab until another log or player is judged, so going back or hiding names needs
// no new request. On the page before, a file can be dropped.
//
// A browser that goes back to an address asks for it with GET, and the log is no part of the address. So the entry of
// the browser's history keeps the form, and the page before sends it again, unless a link led there.

import { ROOT } from "./site/root.js";
import { erase, read, TAB, write } from "./site/storage.js";

const KEY = "judged";
const RETRY = 2000; // ms until a busy server is asked again
const form = document.getElementById("judging");
const asking = document.getElementById("review");

/** The answers that the tab has for the hands of this log and player, and the log, player and language they are for. */
function known() {
  const { log, seat, rules } = form.elements;
  const asked = [log.value, seat.value, rules?.value, document.documentElement.lang].join();
  const kept = JSON.parse(read(KEY, TAB));
  return kept?.asked === asked ? kept : { asked, answers: {} };
}

/** The answer for one hand: a known one, or the server's. */
async function judge(hand, kept) {
  kept.answers[hand] ??= await ask(hand);
  write(KEY, JSON.stringify(kept), TAB);
  return kept.answers[hand];
}

/** The server's answer for one hand; asks again while the server is busy. */
async function ask(hand) {
  const body = new FormData(form);
  body.set("hand", hand);
  for (let tries = 0; tries < 5; tries++) {
    const response = await fetch(`${ROOT}review/hand`, { method: "POST", body, headers: { "HX-Request": "true" } });
    if (response.ok) return response.text();
    if (response.status !== 503) break;
    await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
  throw new Error(`hand ${hand}`);
}

const worst = (item) => Number(item.dataset.worst ?? -2);
const turn = ({ dataset }) => Number(dataset.judgedHand) * 100 + Number(dataset.turn);
const byTurn = (one, other) => turn(one) - turn(other);

/** Puts a judged hand before all that cost less. A hand that cost nearly nothing goes among the others, in the order of
 * play. Its button goes once no part of the hand is left to judge. */
function place(html, waiting) {
  const item = document.adoptNode(new DOMParser().parseFromString(html, "text/html").querySelector("li"));
  const others = form.querySelector("[data-others]");
  const isCostly = worst(item) > 0;
  const list = isCostly ? waiting.parentElement : others.querySelector("ol");
  const follows = isCostly ? (other) => worst(other) < worst(item) : (other) => byTurn(item, other) < 0;
  if (item.dataset.rest) waiting.dataset.toJudge = item.dataset.rest;
  else waiting.remove();
  list.insertBefore(item, [...list.children].find(follows) ?? null);
  if (!isCostly) others.hidden = false;
  return item;
}

/** Says that no discard cost much, and which one cost most. */
function sayNone() {
  const items = [...form.querySelectorAll("[data-worst]")];
  const none = form.querySelector("[data-none]");
  none.hidden = Math.max(...items.map(worst)) !== 0;
  const summary = form.querySelector("[data-others] summary");
  if (!form.querySelector("[data-cost]")) summary.textContent = summary.dataset.all;
  const [largest] = items
    .filter((item) => item.dataset.largest)
    .sort((one, other) => other.dataset.largest - one.dataset.largest);
  const button = none.querySelector("button");
  button.hidden = !largest;
  if (!largest) return;
  button.textContent = button.dataset.format.replace("{discard}", largest.dataset.said);
  button.addEventListener("click", () => {
    form.querySelector("[data-others]").open = true;
    largest.querySelector("details").open = true;
    largest.scrollIntoView();
    largest.querySelector("summary").focus({ preventScroll: true });
  });
}

/** Adds the number of discards of each kind in a hand. */
function add(counts) {
  const list = form.querySelector(".counts");
  for (const [kind, more] of Object.entries(counts)) {
    const item = list.querySelector(`[data-kind=${kind}]`);
    const number = item.querySelector("output");
    number.textContent = Number(number.textContent) + more;
    item.hidden = false;
  }
  list.hidden = false;
}

async function judgeAll() {
  const working = form.querySelector(".working");
  const progress = working.querySelector("progress");
  const said = working.querySelector("[role=status]");
  const failed = form.querySelector("[data-failed]");
  const show = () => {
    progress.value = progress.max - form.querySelectorAll("[data-to-judge]").length;
    said.textContent = said.dataset.format.replace("{done}", progress.value).replace("{all}", progress.max);
  };
  working.hidden = false;
  failed.hidden = true;
  show();
  try {
    const kept = known();
    const next = () => form.querySelector("[data-to-judge]");
    for (let waiting = next(); waiting; waiting = next()) {
      const item = place(await judge(waiting.dataset.toJudge, kept), waiting);
      add(JSON.parse(item.dataset.counts));
      show();
    }
    sayNone();
    form.dataset.done = "";
  } catch {
    failed.hidden = false;
  }
}

let isJudged = Promise.resolve();
if (form) {
  form.querySelector("[data-action=again]").addEventListener("click", judgeAll);
  isJudged = judgeAll();
}

/** Where the page was scrolled to, and for which review; the log that the page before shows again. */
const SCROLLED = "review-scrolled";
const PASTED = "review-log";
const whose = document.getElementById("whose");

/** The form that was sent for this page. */
function sent() {
  const { log, hide, key, rules, day } = whose.elements;
  const seat = form?.elements.seat.value;
  return { log: log.value, hide: hide?.value, key: key.value, rules: rules?.value, day: day?.value, seat };
}

/** Sends the form of another page again, from the form that asks or from this page. */
function send(sender, fields, action) {
  // The fields have the rules that were chosen then.
  for (const choice of sender.querySelectorAll("select")) choice.disabled = true;
  const has = new FormData(sender);
  sender.action = action ?? sender.action;
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || has.has(name)) continue;
    const field = document.createElement("input");
    field.type = "hidden";
    field.name = name;
    field.value = value;
    sender.append(field);
  }
  sender.submit();
}

if (whose) {
  const what = JSON.stringify([sent().log, sent().seat, sent().rules]);
  history.replaceState({ ...history.state, review: sent() }, "");
  addEventListener("pagehide", () => write(SCROLLED, JSON.stringify([what, scrollY]), TAB));
  const [before, top] = JSON.parse(read(SCROLLED, TAB)) ?? [];
  if (before === what) isJudged.then(() => scrollTo(0, top));
  document.querySelector("header a.square")?.addEventListener("click", () => write(PASTED, sent().log, TAB));
  for (const link of document.querySelectorAll(".languages a")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      send(whose, sent(), link.href);
    });
  }
}

if (asking) {
  const { log } = asking.elements;
  const again = history.state?.review;
  const pasted = read(PASTED, TAB);
  if (pasted) log.value = pasted;
  erase(PASTED, TAB);
  if (again && performance.getEntriesByType("navigation")[0]?.type !== "navigate") {
    log.value = again.log;
    // Before that the page does not hear the service worker, which has it answer where no server does.
    addEventListener("load", () => send(asking, again));
  } else {
    // A link to the address that is open takes the entry over.
    history.replaceState(null, "");
  }
  asking.addEventListener("submit", () => erase(SCROLLED, TAB));
  const file = asking.querySelector("[type=file]");
  file.addEventListener("change", () => file.files.length && asking.requestSubmit());
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    file.files = event.dataTransfer.files;
    asking.requestSubmit();
  });
}
