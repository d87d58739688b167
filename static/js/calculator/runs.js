// A finger drawn over three keys of a suit enters the run. Of more keys it is the run of the first three.

import { changed } from "./changes.js";
import { tapRun } from "./entry.js";
import { form } from "./form.js";

let first = null;
let start = null;
const keyAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-tile]");

form.addEventListener("pointerdown", ({ target, clientX, clientY, pointerId }) => {
  first = target.closest("[data-tile]");
  start = [clientX, clientY];
  if (first && target.hasPointerCapture(pointerId)) target.releasePointerCapture(pointerId);
});

// Otherwise Chromium takes a quick draw for a fling and loses the tap after it. The page still scrolls up and down.
document.querySelector(".palette").addEventListener(
  "touchmove",
  (event) => {
    const [x, y] = start;
    const { clientX, clientY } = event.touches[0];
    if (Math.abs(clientX - x) >= Math.abs(clientY - y)) event.preventDefault();
  },
  { passive: false },
);

form.addEventListener("pointerup", (event) => {
  const [from, to] = [first, keyAt(event)];
  first = null;
  if (from && to && hasRun(from.dataset.tile, to.dataset.tile) && tapRun(from, to)) changed();
});

/** Whether there is a run between two keys. The red fives are in another row. */
const hasRun = ([start, suit], [end, otherSuit]) =>
  suit === otherSuit && suit !== "z" && start * end > 0 && Math.abs(start - end) >= 2;
