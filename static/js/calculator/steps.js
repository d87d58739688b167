// What undo goes back to: the states before, from page to page of a tab.

import { readList, TAB, write } from "../storage.js";
import { query, snapshot } from "./form.js";

const PAST = "agari.past";
const MOST = 100;
const isText = (item) => typeof item === "string";

/** The state as it is now. */
export let present = snapshot();

// The list begins with the address that was left and ends with its state. The same address opened again is no step, nor
// is a page on which nothing was entered.
const [address, ...past] = readList(PAST, isText, TAB);
if (address === location.search || past.at(-1) === present) past.pop();
let destination = null;
let isPassing = false;

/** The state has changed: what it was before is one more step. */
export function addStep() {
  const now = snapshot();
  if (now !== present) past.push(present);
  present = now;
}

/** The state is what undo made it: no step. */
export function keepPresent() {
  present = snapshot();
}

/** Takes the last step off and returns the state before it; undefined if there is none. */
export const takeStep = () => past.pop();

/** Goes back to a state that has another page, since it has other rules. */
export function goBackTo(state) {
  present = state;
  destination = `?${query(state)}`;
  location.assign(`/${destination}`);
}

/** Goes on to another page, as if this one had never been there. */
export function passTo(link) {
  isPassing = true;
  location.replace(link);
}

addEventListener("pagehide", () => {
  if (isPassing || !(past.length || /(hand|melds)=[^&]/.test(present))) return;
  write(PAST, JSON.stringify([destination ?? location.search, ...past.slice(-MOST), present]), TAB);
});
