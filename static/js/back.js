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
// left: that of the address, or else the last one of this device.
const LAST = "agari.last";
const last = read(LAST);
const table = document.getElementById("table");
const own = way.dataset.ownAt || (last && `lang=${document.documentElement.lang}`);

function leadToOwn() {
  const [next, clear] = ["next", "clear-tiles"].map((action) => document.querySelector(`[data-action=${action}]`));
  if (next) next.textContent = way.dataset.own;
  if (next) next.hidden = false;
  if (clear) clear.hidden = true;
}

if (table && own && !table.elements.game) {
  leadToOwn();
  document.addEventListener("htmx:after:swap", leadToOwn);
  document.addEventListener(
    "click",
    (event) => {
      const control = event.target.closest("[data-action=next], .menu .places a");
      if (!control || (control.href && control.pathname !== ROOT)) return;
      event.preventDefault();
      event.stopPropagation();
      if (last) write(LAST, last); // what was tapped here may have become the last hand
      location.assign(`${ROOT}?${own}`);
    },
    true,
  );
}
