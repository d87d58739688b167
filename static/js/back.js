// The way back to the page as it was left, which no address leads to: to a review, a practice or a list from the
// calculator, to a group from its board, which has the link of those who look on.

import { ROOT } from "./site/root.js";
import { read, write } from "./site/storage.js";

const way = document.querySelector("a.square");
way.addEventListener("click", (event) => {
  const steps = history.state?.sheet === "open" ? 2 : 1; // a sheet has an entry of its own
  if (history.length <= steps) return;
  event.preventDefault();
  history.go(-steps);
});

// A hand that another page opened is only looked at. What would go on from it leads to the user's own hand, as it was
// left: it has the rules, the round and the sticks of the own table.
const LAST = "agari.last";
const table = document.getElementById("table");
const own = table && read(LAST);

/** Whether the hand that is looked at is the user's last one. */
function isOwn() {
  const [before, shown] = [new URLSearchParams(own), new FormData(table)];
  return ["hand", "melds", "round", "kyoku", "honba"].every((name) => before.get(name) === shown.get(name));
}

function leadToOwn() {
  const [next, clear] = ["next", "clear-tiles"].map((action) => document.querySelector(`[data-action=${action}]`));
  if (next) next.textContent = way.dataset.own;
  if (next) next.hidden = false;
  if (clear) clear.hidden = true;
}

if (own && !table.elements.game && !isOwn()) {
  leadToOwn();
  document.addEventListener("htmx:after:swap", leadToOwn);
  document.addEventListener(
    "click",
    (event) => {
      const control = event.target.closest("[data-action=next], .menu .places a");
      if (!control || (control.href && control.pathname !== ROOT)) return;
      event.preventDefault();
      event.stopPropagation();
      write(LAST, own); // what was tapped here may have become the last hand
      location.assign(`${ROOT}?lang=${document.documentElement.lang}`);
    },
    true,
  );
}
