// After each change: settle the entry, record a step for undo, show it, ask the server for its score.

import { aim } from "./address.js";
import { ask } from "./answers.js";
import { beginAnew } from "./begun.js";
import { leaveReading } from "./details.js";
import { settle, withoutLast } from "./entry.js";
import { restore, rulesOf } from "./form.js";
import { show } from "./hand.js";
import { setMode } from "./modes.js";
import { addStep, goBackTo, keepPresent, present, takeStep } from "./steps.js";

/** To be called after each change. `isRead` means that it was made within the details, so they stay open. */
export function changed({ isRead = false } = {}) {
  settle();
  addStep();
  update(isRead);
}

/** Takes back the last step or, if none is known, the last tile. */
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

/** Takes over what was tapped before the scripts were loaded. It is no step for undo. */
export function takeOver() {
  settle();
  keepPresent();
  update();
}

function update(isRead = false) {
  beginAnew();
  if (!isRead) leaveReading();
  show();
  aim();
  ask();
}
