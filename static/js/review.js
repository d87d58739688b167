// A reviewed log: its hands are judged one after the other, and the costliest stand first. Without this script each hand
// has a button. On the page before, a file can be dropped.

import { ROOT } from "./root.js";

const RETRY = 2000; // ms until a busy server is asked again
const form = document.getElementById("judging");
const asking = document.getElementById("review");

/** The answer for one hand; asks again while the server is busy. */
async function judge(hand) {
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

const worst = (item) => Number(item.dataset.worst ?? -1);

/** Puts a judged hand in the place of its button, before all that cost less. */
function place(html, waiting) {
  const item = document.adoptNode(new DOMParser().parseFromString(html, "text/html").querySelector("li"));
  const list = waiting.parentElement;
  waiting.remove();
  list.insertBefore(item, [...list.children].find((other) => worst(other) < worst(item)) ?? null);
  return item;
}

/** Adds how many discards of each kind a hand has. */
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
    for (const waiting of form.querySelectorAll("[data-to-judge]")) {
      const item = place(await judge(waiting.dataset.toJudge), waiting);
      add(JSON.parse(item.dataset.counts));
      show();
    }
    form.dataset.done = "";
  } catch {
    failed.hidden = false;
  }
}

if (form) {
  form.querySelector("[data-action=again]").addEventListener("click", judgeAll);
  judgeAll();
}

if (asking) {
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
