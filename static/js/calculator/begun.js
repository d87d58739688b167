// When the hand that is being entered was begun. It stays the same from page to page of the tab until a new one is begun:
// the list of the last hands keeps one hand of it, however often that is changed.

import { readList, TAB, write } from "../storage.js";
import { field } from "./form.js";

const BEGUN = "agari.begun";
const isTimeOrAddress = (item) => ["number", "string"].includes(typeof item);
const [timeBefore, addressBefore] = readList(BEGUN, isTimeOrAddress, TAB);
/** Whether the page goes on with the hand of the page before. */
export const goesOn = addressBefore === location.search;
let begun = goesOn ? timeBefore : Date.now();
let nextAddress;

/** When the hand was begun, in milliseconds. */
export const begunAt = () => begun;

/** To be called after each change: nothing entered is a new hand. */
export function beginAnew() {
  if (!field("hand").value && !field("melds").value) begun = Date.now();
}

/** Opens another page of this hand. */
export function goOn(link) {
  nextAddress = link.slice(link.indexOf("?"));
  location.assign(link);
}

addEventListener("pagehide", () => write(BEGUN, JSON.stringify([begun, nextAddress ?? location.search]), TAB));
