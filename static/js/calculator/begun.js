// The time at which the present hand was begun. It stays the same from page to page of the tab until a new hand is
// begun, so that the list of the last hands has the hand only once, however often it is changed.

import { ROOT } from "../site/root.js";
import { erase, read, readList, TAB, write } from "../site/storage.js";
import { field } from "./form.js";

const BEGUN = "agari.begun";
const isTimeOrAddress = (item) => ["number", "string"].includes(typeof item);
const [timeBefore = Date.now(), addressBefore] = readList(BEGUN, isTimeOrAddress, TAB);
/** Set in the tab when rules are chosen: "panel" in the panel of the calculator, else "page". The page that opens with
 * them has the last hand of this device. */
const CHOSEN = "agari.chosen";
export const chosenIn = read(CHOSEN, TAB);
erase(CHOSEN, TAB);
/** Whether the page goes on with the hand of the page before. */
export const goesOn = chosenIn || addressBefore === location.search;
let begun = goesOn ? timeBefore : Date.now();
/** The address of the page that is being opened, with other rules. */
export let nextAddress;

/** The time at which the hand was begun, in milliseconds. */
export const begunAt = () => begun;

/** To be called after each change: if nothing is entered, a new hand begins. */
export function beginAnew() {
  if (!field("hand").value && !field("melds").value) begun = Date.now();
}

/** Opens another page of this hand, by rules that were chosen. */
export function goOn(address, where = "page") {
  write(CHOSEN, where, TAB);
  nextAddress = address;
  location.assign(ROOT + address);
}

addEventListener("pagehide", () => write(BEGUN, JSON.stringify([begun, location.search]), TAB));
