// The games that are kept on this device alone, for a page that the server made. `games.js` writes them.

/** The games, the last one first: {secret, touched, about, …}. None if the browser has no database of them. */
export function gamesOfDevice(name) {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    // There is no database, and none is to be made here.
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => resolve([]);
    opening.onsuccess = () => {
      const { result: database } = opening;
      const reading = database.transaction("games").objectStore("games").getAll();
      const end = (texts) => {
        database.close();
        const games = texts.map(JSON.parse).filter(({ deleted }) => !deleted);
        resolve(games.sort((one, other) => other.touched - one.touched));
      };
      reading.onsuccess = () => end(reading.result);
      reading.onerror = () => end([]);
    };
  });
}
