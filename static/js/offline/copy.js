// The copy of a game of the server on this device: {table, game, taken}. `game` is what its game.json says; `taken` are the
// taps that the server has since, each with the number of its event.

import { read, write } from "../storage.js";

const COPY = "agari.copy";
const NONE = { table: null, game: null, taken: [] };

export const copied = () => JSON.parse(read(COPY) ?? "null") ?? NONE;

/** Keeps a copy; null deletes it. */
export function keepCopy(copy) {
  const taken = copy?.taken.filter(([number]) => number > copy.game.events.length);
  write(COPY, JSON.stringify(copy && { ...copy, taken }));
}
