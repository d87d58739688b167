// What follows a change: it settles, becomes a step of undo, is shown, and the server is asked what it is worth.

import { aim } from "./address.js";
import { ask } from "./answers.js";
import { leaveReading } from "./details.js";
import { settle, withoutLast } from "./entry.js";
import { restore, rulesOf } from "./form.js";
import { show } from "./hand.js";
import { setMode } from "./modes.js";
import { addStep, goBackTo, keepPresent, present, takeStep } from "./steps.js";

/** Something was entered; `isRead`: within the details, which stay open. */
export function changed({ isRead = false } = {}) {
  settle();
  addStep();
  update(isRead);
}

/** Takes the last step back; where no step is known, the last tile. */
export function undo() {
  const before = takeStep();
  if (before !== undefined && rulesOf(before) !== rulesOf(present)) return goBackTo(before);
  if (before !== undefined) restore(before);
  else {
    withoutLast();
    settle();
  }
  setMode("tile");
  keepPresent();
  update();
}

/** What was tapped before the scripts came counts too, without a step of its own. */
export function takeOver() {
  settle();
  keepPresent();
  update();
}

function update(isRead = false) {
  if (!isRead) leaveReading();
  show();
  aim();
  ask();
}
