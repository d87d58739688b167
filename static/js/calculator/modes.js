// The mode decides what the next key enters. It lasts for one key; a second tap on it locks it.

import { all, field, form } from "./form.js";

let isLocked = false;
// False while the mode is one that the page chose by itself.
let isTapped = false;
let value = mode().value;

/** The radio button of the chosen mode. Its data attributes say where tiles go and how much room they need. */
export function mode() {
  return form.querySelector("[name=mode]:checked");
}

/** The radio button of a mode. */
export const modeOf = (name) => form.querySelector(`[data-mode=${name}]`);

/** Chooses a mode. Nothing is selected then. */
export function setMode(name, { locked = false, tapped = false } = {}) {
  field("selected").value = "";
  modeOf(name).checked = true;
  [value, isLocked, isTapped] = [name, locked, tapped];
  for (const input of all("[name=mode]")) input.toggleAttribute("data-locked", isLocked && input.checked);
  modeOf(name).toggleAttribute("data-given", !tapped);
  showHint();
}

/** Says what the keys enter, in place of a line of the answer while the hand is not complete. */
function showHint() {
  const line = form.querySelector("#result [data-hints]");
  if (!line) return;
  line.dataset.hints ||= line.textContent;
  line.textContent = mode().dataset.hint ?? line.dataset.hints;
}

/** Changes to another mode, unless the present one is locked and the hand has room for it. */
export function passMode(name, hasRoom) {
  if (!isLocked || !hasRoom) setMode(name);
}

/** A tap on a mode: the first chooses it, the second locks it, the third goes back to single tiles. */
export function pressMode(name) {
  if (name === "seen") setMode(value === "seen" ? "tile" : "seen");
  else if (name !== value || name === "tile" || !isTapped) setMode(name, { tapped: true });
  else if (isLocked) setMode("tile");
  else setMode(name, { locked: true, tapped: true });
}
