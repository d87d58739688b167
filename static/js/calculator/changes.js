// After each change: record a step for undo, show the entry, ask the server for its score. The answer brings what follows
// from the change: `Entry.settled` in webapp/entry/entered.py.

import { aim, keep } from "./address.js";
import { ask } from "./answers.js";
import { beginAnew, nextAddress } from "./begun.js";
import { leaveReading } from "./details.js";
import { selected } from "./entered.js";
import { isWaiting, withoutLast } from "./entry.js";
import { all, field, restore, rulesOf } from "./form.js";
import { show, showAnswered } from "./hand.js";
import { mode, setMode } from "./modes.js";
import { addStep, goBackTo, keepPresent, present, takeStep } from "./steps.js";

/** To be called after each change. `isRead` means that it was made within the details, so they stay open. */
export function changed({ isRead = false } = {}) {
  addStep();
  update(isRead);
}

/** Takes back the last step or, if none is known, the last tile. */
export function undo() {
  const before = takeStep();
  if (before !== undefined && rulesOf(before) !== rulesOf(present)) return goBackTo(before);
  if (before !== undefined) restore(before);
  else withoutLast();
  setMode("tile");
  keepPresent();
  update();
}

/** Takes over what was tapped before the scripts were loaded. It is no step for undo. */
export function takeOver() {
  keepPresent();
  update();
}

// The answer is to the latest question. What follows from a change is no step for undo.
document.addEventListener("htmx:after:swap", () => {
  // The answer sets the attributes, but not the state of a switch that was tapped.
  for (const input of all("#switches input")) input.checked = input.defaultChecked;
  if (!selected()) field("selected").value = "";
  if (isWaiting(mode())) setMode("tile");
  if (!nextAddress) keepPresent();
  keep();
  showAnswered();
});

function update(isRead = false) {
  beginAnew();
  if (!isRead) leaveReading();
  show();
  aim();
  ask();
}
