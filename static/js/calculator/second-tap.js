// Some buttons go when they are tapped, and another control appears in their place. The second tap of a double tap on
// such a button must not reach it. Keys and switches stay where they are: a tap on them is never ignored after another
// one.

const DOUBLE = 400; // ms
const NEAR = 24; // px
const PASSING =
  ".edit, #result :is(button, a), .mending button, .popover [data-action], dialog, :is(.menu, .more)[open] > summary";
let before = null;

// The words that open a menu close it too.
const fold = ({ target }) => target.closest("summary");

const isSecond = (event) =>
  before &&
  !(fold(event) && fold(event) === fold(before)) &&
  event.timeStamp - before.timeStamp < DOUBLE &&
  Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < NEAR;

document.addEventListener(
  "click",
  (event) => {
    // Presses by the keyboard or by scripts are never meant for something else.
    if (event.detail === 0) return;
    const isIgnored = isSecond(event);
    before = !isIgnored && event.target.closest(PASSING) ? event : null;
    if (!isIgnored) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);
