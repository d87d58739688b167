// Melds as they lie on the table: the called tile on its side, at the side of the player who fed it.
// `webapp/pages/calculator/meld_layout.py` does the same.

import { meldSource, meldTiles, meldType } from "./entered.js";
import { sorted } from "./tiles.js";

const SIZES = { chi: 3, pon: 3, daiminkan: 4, kakan: 4, ankan: 4 };

const shownAs = (template) => (tile) => ({ tile, template });
const upright = shownAs("meld-tile");

/** The tiles of a concealed kan from left to right: its red fives in the middle, where the tiles lie face up. */
function concealedKan([first, second, third, last]) {
  return [third, first, second, last].map((tile, i) => shownAs(i % 3 ? "meld-tile" : "turned-tile")(tile));
}

/** The place of the called tile among `size` tiles: left if nobody is named. */
function placeOfCalled(source, players, size) {
  if (source === 1) return size - 1;
  return source === 2 && players > 3 ? 1 : 0;
}

/** The tile that a link names as called, and the one it names as added: "kakan0555s.1.5s.0s", "kakan0555s.a0s". */
export function namedIn(meld) {
  const tiles = meld
    .split(".")
    .slice(1)
    .filter((part) => !/^[123]$/.test(part));
  const called = tiles[0]?.startsWith("a") ? undefined : tiles[0];
  return { called, added: called ? tiles[1] : tiles[0]?.slice(1) };
}

/** The tile added to a pon. If that is not known, any tile but the called one. */
function addedOf(tiles, { called, added }) {
  if (tiles.includes(added)) return added;
  return tiles.findLast((tile) => tile !== called) ?? tiles.at(-1);
}

/** The tiles but for one of these. */
export const withoutOne = (tiles, tile) => tiles.toSpliced(tiles.indexOf(tile), 1);

/** The tiles of a meld from left to right: each with its template, and with the tile added to it. */
export function laidOut(meld, players) {
  const type = meldType(meld);
  const tiles = sorted(meldTiles(meld));
  if (tiles.length !== SIZES[type]) return tiles.map(upright);
  if (type === "ankan") return concealedKan(tiles);
  const added = type === "kakan" ? addedOf(tiles, namedIn(meld)) : undefined;
  const pon = added ? withoutOne(tiles, added) : tiles;
  const called = pon.includes(namedIn(meld).called) ? namedIn(meld).called : pon[0];
  const place = placeOfCalled(Number(meldSource(meld)), players, pon.length);
  return withoutOne(pon, called).map(upright).toSpliced(place, 0, { tile: called, template: "lying-tile", added });
}
