// The way back to the page as it was left, which no address leads to: to a review or a practice from the calculator, to a
// group from its board, which has the link of those who look on.

import { ROOT } from "./site/root.js";
import { read } from "./site/storage.js";

document.querySelector("a.square").addEventListener("click", (event) => {
  const steps = history.state?.sheet === "open" ? 2 : 1; // a sheet has an entry of its own
  if (history.length <= steps) return;
  event.preventDefault();
  history.go(-steps);
});

/** The rules in a query, and all else in it. */
function parted(query) {
  const fields = [...new URLSearchParams(query)].filter(([, value]) => value).sort();
  return [true, false].map((is) => fields.filter(([name]) => name.startsWith("rule") === is));
}

// A hand that another page opened is only looked at: the next one is by the user's rules again, those of the last hand.
document.addEventListener(
  "click",
  (event) => {
    const key = event.target.closest("[data-action=next], [data-action=clear-tiles]");
    if (!key || key.form.elements.game) return;
    const [rules, next] = parted(key.dataset.state);
    const [own] = parted(read("agari.last") ?? "rules=tenhou");
    const language = [...new FormData(key.form)].filter(([name]) => name === "lang");
    if (String(own) === String(rules)) return;
    event.preventDefault();
    event.stopPropagation();
    location.assign(`${ROOT}?${new URLSearchParams([...next, ...own, ...language])}`);
  },
  true,
);
