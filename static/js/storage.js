// What is kept on the device. Where a browser forbids that or has no room left, nothing is kept and all else works.

/** The text kept under a key, or null. */
export function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The list kept under a key, without what `fits` does not take for an item: anything may stand there. */
export function readList(key, fits) {
  try {
    return JSON.parse(read(key)).filter(fits);
  } catch {
    return [];
  }
}

/** Keeps a text under a key, if that can be done. */
export function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // then it is not kept
  }
}
