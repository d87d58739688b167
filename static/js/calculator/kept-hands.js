// The last hands, kept on this device: {link, tiles, win, title, points, at, seat, by, from, entry}; `win` is the index
// of the winning tile. Hands with the same `entry` were made from one another before a new one was begun.

import { readList, write } from "../site/storage.js";

const KEY = "agari.history";
const MOST = 200;
const TILE = /^(\d[mps]|[1-7]z)$/;
const SEAT = /^[ESWN]$/;

/** Whether an entry can be used: anything may have been written there. Older entries do not say when, who or how. */
function isHand(item) {
  const { link, tiles, title, points, at, seat, by, from, win } = item ?? {};
  return (
    [link, title, points].every((text) => typeof text === "string") &&
    /^\/(\?|$)/.test(link) &&
    Array.isArray(tiles) &&
    tiles.every((tile) => TILE.test(tile)) &&
    [undefined, "ron", "tsumo"].includes(by) &&
    ["undefined", "number"].includes(typeof win) &&
    [seat, from].every((wind) => wind === undefined || SEAT.test(wind)) &&
    (at === undefined || (typeof at === "number" && !Number.isNaN(new Date(at).getTime())))
  );
}

/** The addresses of the other winners on the discard. Each is within the one before. */
export function othersOf(address) {
  const inner = address.get("also");
  if (!inner) return [];
  const other = new URLSearchParams(inner);
  return [other, ...othersOf(other)];
}

/** The kept hands, newest first. */
export const keptHands = () => readList(KEY, isHand);

/** Keeps these hands and no others, newest first. If there are too many, the oldest go. */
export function keepHands(hands) {
  const byTime = hands.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  write(KEY, JSON.stringify(byTime.slice(0, MOST)));
}
