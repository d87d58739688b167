// The copy of a game of the server on this device: {table, seat, game, taken}. `seat` is the player whose device this is,
// "" if nobody has said so. `game` is the game's game.json. `taken` are the taps that the server has taken since, each
// with the number of its event.

import { read, write } from "../site/storage.js";

const COPY = "agari.copy";
const NONE = { table: null, game: null, taken: [] };

/** The copy; an empty one if there is none. Anything may have been written there. */
export function copied() {
  try {
    const copy = JSON.parse(read(COPY));
    return Array.isArray(copy.taken) && Array.isArray(copy.game.events) ? copy : NONE;
  } catch {
    return NONE;
  }
}

/** Keeps a copy; null deletes it. */
export function keepCopy(copy) {
  const taken = copy?.taken.filter(([number]) => number > copy.game.events.length);
  write(COPY, JSON.stringify(copy && { ...copy, taken }));
}
