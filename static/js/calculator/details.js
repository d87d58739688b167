// The details of an answer: what opens and closes them.

import { guard } from "../site/sheets.js";
import { form } from "./form.js";

const isRoomy = matchMedia("(min-width: 48rem) and (min-height: 45rem), (min-width: 60rem)");

/** Closes the details, which a link opens, if the user has seen them: after going back, reloading or coming from
 * another page of ours. */
function keepClosed() {
  const way = performance.getEntriesByType("navigation").at(0)?.type ?? "navigate";
  const isNew = way === "navigate" && !document.referrer.startsWith(location.origin);
  if (!isNew && !isRoomy.matches) edit();
}

/** Opens the details once where there is room for them. */
export function unfold() {
  for (const box of document.querySelectorAll(".readings, .rest")) {
    if (isRoomy.matches && !box.wasOpened) box.open = box.wasOpened = true;
  }
}

/** Closes the details that a link has opened, and shows the keys. */
export function edit() {
  leaveReading();
  for (const box of document.querySelectorAll(".readings")) box.open = isRoomy.matches;
  scrollTo({ top: 0 });
}

/** Shows the keys again. */
export const leaveReading = () => form.classList.remove("reader");

// On a phone, open details take the place of the keys. The hand stays above them.
form.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.matches(".readings") && !isRoomy.matches) form.classList.toggle("reader", target.open);
  },
  { capture: true },
);

form.addEventListener("click", ({ target }) => {
  const details = target.closest(".readings > summary")?.parentElement;
  if (details && !details.open && !isRoomy.matches) guard();
});

document.addEventListener("htmx:after:swap", unfold);
keepClosed();
