// The mode says what the next key enters. It is good for one key; tapped twice it is locked and stays.

import { all, form } from "./form.js";

let isLocked = false;
// A mode that the page chose by itself has not been tapped yet.
let isTapped = false;
let value = mode().value;

/** The radio button of the chosen mode. Its data say where the tiles go and how much room in the hand they need. */
export function mode() {
  return form.querySelector("[data-mode]:checked");
}

/** The radio button of a mode. */
export const modeOf = (name) => form.querySelector(`[data-mode=${name}]`);

/** Chooses a mode. */
export function setMode(name, { locked = false, tapped = false } = {}) {
  modeOf(name).checked = true;
  [value, isLocked, isTapped] = [name, locked, tapped];
  for (const input of all("[data-mode]")) input.toggleAttribute("data-locked", isLocked && input.value === name);
}

/** Goes on to another mode, unless the present one is locked and still has room. */
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
