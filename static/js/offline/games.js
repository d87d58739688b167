// The games of this device, in the browser's storage: a text for each, by the secret of its link. Python reads them
// before a request and says afterwards what changed. Only one request runs at a time, since every tab has a Python of
// its own.

const promised = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function opened(name) {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    for (const store of ["games", "stamp"]) opening.result.createObjectStore(store);
  };
  return promised(opening);
}

/** Writes the changes. They are on the disk when the promise settles. */
function write(database, changes, stamp) {
  const writing = database.transaction(["games", "stamp"], "readwrite", { durability: "strict" });
  const games = writing.objectStore("games");
  for (const [secret, text] of changes) text ? games.put(text, secret) : games.delete(secret);
  writing.objectStore("stamp").put(stamp, "last");
  return new Promise((resolve, reject) => {
    writing.oncomplete = resolve;
    writing.onabort = () => reject(writing.error);
  });
}

/** Takes two functions of Python; returns one that answers with the games that are kept, and keeps what changes. */
export function withGames(name, load, takeChanges) {
  let known = null;

  async function answered(database, answer) {
    const reading = database.transaction(["games", "stamp"]);
    const last = await promised(reading.objectStore("stamp").get("last"));
    if (last !== known) load(await promised(database.transaction("games").objectStore("games").getAll()));
    known = last;
    const result = answer();
    const changes = takeChanges().toJs();
    if (!changes.length) return result;
    known = null; // if writing fails, Python knows more than is kept
    const stamp = crypto.randomUUID();
    await write(database, changes, stamp);
    known = stamp;
    return result;
  }

  return (answer) =>
    navigator.locks.request(name, async () => {
      const database = await opened(name);
      try {
        return await answered(database, answer);
      } finally {
        database.close();
      }
    });
}
