// The last hands, kept on this device: {link, tiles, melds, win, result, winners, at, by, from, entry}. `melds` are lists
// of tiles as they lie ("2s", "2s-" on its side, "2s_" face down); until 1.1 `tiles` had those of the melds too. `win` is
// the index of the winning tile, `winners` are winds ("ES"), `result` says what each of them won. Hands with the same
// `entry` were made from one another before a new one was begun.

import { readList, write } from "../site/storage.js";

const KEY = "agari.history";
const MOST = 200;
const TILE = /^(\d[mps]|[1-7]z)$/;
const LAID = /^((\d[mps]|[1-7]z)[-_]?){1,2}$/;
// The calculator's address on this site, or on one that lies elsewhere: only what follows the "?" is used.
const LINK = /^\/([\w.~-]+\/)*(\?|$)/;

/** Whether an entry can be used: anything may have been written there. Older entries do not say when, who or how. */
function isHand(item) {
  const { link, tiles, melds = [], result, winners, at, by, from, win } = item;
  return (
    [link, result, winners].every((text) => typeof text === "string") &&
    LINK.test(link) &&
    /^[ESWN]*$/.test(winners) &&
    Array.isArray(tiles) &&
    tiles.every((tile) => TILE.test(tile)) &&
    Array.isArray(melds) &&
    melds.every((meld) => Array.isArray(meld) && meld.every((tile) => LAID.test(tile))) &&
    [undefined, "ron", "tsumo"].includes(by) &&
    ["undefined", "number"].includes(typeof win) &&
    (from === undefined || /^[ESWN]$/.test(from)) &&
    (at === undefined || (typeof at === "number" && !Number.isNaN(new Date(at).getTime())))
  );
}

/** The fields of a hand's address. */
export const addressOf = ({ link }) => new URLSearchParams(link.split("?")[1]);

/** The addresses of the other winners on the discard. Each is within the one before. */
export function othersOf(address) {
  const inner = address.get("also");
  if (!inner) return [];
  const other = new URLSearchParams(inner);
  return [other, ...othersOf(other)];
}

/** An entry as it is kept now. Version 1.1 and before kept the first winner alone. */
function renewed(item) {
  if (typeof item?.link !== "string" || item.result !== undefined) return item ?? {};
  const { title, points, seat = "", ...rest } = item;
  if (typeof title !== "string" || typeof points !== "string") return item;
  const others =
    seat && othersOf(addressOf(item)).map((other) => other.get("seat") ?? other.get("guessed_seat") ?? "S");
  return { ...rest, result: `${title} ${points}`, winners: [seat, ...others].join("") };
}

/** The kept hands, newest first. */
export const keptHands = () =>
  readList(KEY, () => true)
    .map(renewed)
    .filter(isHand);

/** Keeps these hands and no others, newest first. If there are too many, the oldest go. */
export function keepHands(hands) {
  const byTime = hands.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  write(KEY, JSON.stringify(byTime.slice(0, MOST)));
}
