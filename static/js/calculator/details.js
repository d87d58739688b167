// The details of an answer and the menus: what opens and closes them.

import { form } from "./form.js";

const isRoomy = matchMedia("(min-width: 48rem) and (min-height: 45rem), (min-width: 60rem)");

/** Opens the details once where there is room for them. */
export function unfold() {
  for (const box of document.querySelectorAll(".readings")) {
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

document.addEventListener("htmx:after:swap", unfold);

for (const menu of document.querySelectorAll(".more")) {
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
}

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest(".more[open]");
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  menu.firstElementChild.focus();
});
