// What this device keeps. Where that is forbidden or there is no room, nothing is kept, and everything else goes on.

/** The text under a key, or null. */
export function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The list under a key, without what is not of its form. */
export function readList(key, isItem) {
  try {
    return JSON.parse(read(key)).filter((item) => item && isItem(item));
  } catch {
    return [];
  }
}

/** Keeps a text. */
export function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // It is asked for again when it is missed.
  }
}
