// Wires the page: taps and changes go to the table, the table to the server, and only the latest answer is shown.

import { offer } from "./own-rules.js";
import { clear, drop, restore, show, snapshot, tap, touch } from "./table.js";

const form = document.getElementById("table");
const RETRY = 2000;
const past = [];
let present = snapshot();
let version = 0;

/** Shows what was changed, keeps what was before for undo, and asks for the score. */
function changed({ isUndo = false } = {}) {
  const now = snapshot();
  if (!isUndo && now !== present) past.push(present);
  present = now;
  version += 1;
  show();
  form.dispatchEvent(new Event("score"));
}

/** The page with this hand and another preset. */
function withOtherRules(rules) {
  const state = new URLSearchParams(snapshot());
  for (const name of [...state.keys()]) if (name.startsWith("rule.")) state.delete(name);
  if (rules.includes("=")) for (const [name, value] of new URLSearchParams(rules)) state.set(name, value);
  return `/?${state}`;
}

function undo() {
  const before = past.pop();
  if (before === undefined) return;
  restore(before);
  changed({ isUndo: true });
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  event.preventDefault();
  if (button.dataset.action === "undo") return undo();
  if (button.dataset.action === "clear") clear();
  else if (button.dataset.tile) { if (!tap(button)) return; }
  else if (button.name === "touch") touch(button.value);
  else if (button.name === "drop") drop(Number(button.value));
  changed();
});

form.addEventListener("change", (event) => {
  if (event.target.name === "mode") return show();
  if (event.target.name === "rules") return location.assign(withOtherRules(event.target.value));
  changed();
});

form.addEventListener("submit", (event) => event.preventDefault());

for (const box of document.querySelectorAll(".more")) {
  document.addEventListener("click", (event) => { if (!box.contains(event.target)) box.open = false; });
}

// An answer that a newer tap has overtaken is not shown.
document.addEventListener("htmx:before:request", ({ detail }) => { detail.ctx.version = version; });
document.addEventListener("htmx:before:swap", (event) => {
  if (event.detail.ctx.version !== version) event.preventDefault();
});

// A failed request is repeated until it goes through or a newer one takes its place.
const notice = document.getElementById("notice");
document.addEventListener("htmx:error", ({ detail }) => {
  if (detail.ctx?.version !== version) return;
  notice.hidden = false;
  setTimeout(() => { if (detail.ctx.version === version) form.dispatchEvent(new Event("score")); }, RETRY);
});
document.addEventListener("htmx:after:swap", () => { notice.hidden = true; });

offer(form.elements.rules);
if (matchMedia("(min-width: 60rem)").matches) {
  for (const box of document.querySelectorAll(".readings")) box.open = true;
}
show();
