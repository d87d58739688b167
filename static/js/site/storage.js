// Keeps texts on the device or in the tab. If the browser forbids that or has no room, nothing is kept, and everything
// else still works.

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

/** The list kept under a key, without the items that `fits` rejects: anything may have been written there. */
export function readList(key, fits, place = DEVICE) {
  try {
    return JSON.parse(read(key, place)).filter(fits);
  } catch {
    return [];
  }
}

/** Keeps a text under a key; false if the browser does not allow it or has no room. */
export function write(key, text, place = DEVICE) {
  try {
    window[place].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Forgets what is kept under a key. */
export function erase(key, place = DEVICE) {
  try {
    window[place].removeItem(key);
  } catch {
    // nothing is kept
  }
}

/** The keys that begin with a text, in their order. */
export function keysWith(start, place = DEVICE) {
  try {
    return Object.keys(window[place])
      .filter((key) => key.startsWith(start))
      .sort();
  } catch {
    return [];
  }
}
