// What is kept on the device, or in the tab. Where a browser forbids that or has no room left, nothing is kept and all
// else works.

export const DEVICE = "localStorage";
export const TAB = "sessionStorage";

/** The text kept under a key, or null. */
export function read(key, place = DEVICE) {
  try {
    return window[place].getItem(key);
  } catch {
    return null;
  }
}

/** The list kept under a key, without what `fits` does not take for an item: anything may stand there. */
export function readList(key, fits, place = DEVICE) {
  try {
    return JSON.parse(read(key, place)).filter(fits);
  } catch {
    return [];
  }
}

/** Keeps a text under a key, if that can be done. */
export function write(key, text, place = DEVICE) {
  try {
    window[place].setItem(key, text);
  } catch {
    // then it is not kept
  }
}
