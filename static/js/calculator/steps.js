// The states that undo goes back to. They are kept from page to page of a tab.

import { readList, TAB, write } from "../site/storage.js";
import { goOn } from "./begun.js";
import { form, query, snapshot } from "./form.js";

// A hand of a game has steps of its own.
const PAST = `agari.past${form.dataset.atTable ?? ""}`;
const MOST = 100;
const isText = (item) => typeof item === "string";

/** The state as it is now. */
export let present = snapshot();

// The list begins with the address of the page before and ends with the state of that page. The state does not become a
// step if the same address is opened again, or if nothing was entered since.
const [address, ...past] = readList(PAST, isText, TAB);
if (address === location.search || past.at(-1) === present) past.pop();
let destination = null;
let isPassing = false;

/** Records the state before a change as a step. */
export function addStep() {
  const now = snapshot();
  if (now !== present) past.push(present);
  present = now;
}

/** Takes the present state without recording a step. If it is the one before the last step, nothing was changed. */
export function keepPresent() {
  present = snapshot();
  if (past.at(-1) === present) past.pop();
}

/** Removes the last step and returns its state; undefined if there is none. */
export const takeStep = () => past.pop();

/** Goes back to a state with other rules, which has a page of its own. */
export function goBackTo(state) {
  present = state;
  destination = `?${query(state)}`;
  goOn(destination);
}

/** Opens another page in place of this one, without a step. */
export function passTo(link) {
  isPassing = true;
  location.replace(link);
}

addEventListener("pagehide", () => {
  if (isPassing || !(past.length || /(hand|melds)=[^&]/.test(present))) return;
  write(PAST, JSON.stringify([destination ?? location.search, ...past.slice(-MOST), present]), TAB);
});
