// The contents of the form's fields: the tiles of the hand, its melds, the indicators; and what is selected.

import { field, form, query } from "./form.js";
import { names, plain, sorted, text } from "./tiles.js";

const TILES = 14;
export const SET = 3;
export const NORTH = "4z";

/** The tiles in a field: hand, dora, ura or seen. */
export const tilesIn = (name) => names(field(name).value);

/** The melds as the form has them: "pon555z", "chi340m.3.0m". */
export const melds = () => field("melds").value.split("-").filter(Boolean);

/** The type of a meld. */
export const meldType = (meld) => meld.match(/^[a-z]+/)[0];

/** The tiles of a meld. */
export const meldTiles = (meld) => names(meld.split(".")[0].replace(/^[a-z]+/, ""));

/** The called tile of a meld; if it is not named, the lowest one. */
export function calledIn(meld) {
  const named = meld.match(/\.(\d[mpsz])/)?.[1];
  const tiles = sorted(meldTiles(meld));
  return tiles.includes(named) ? named : tiles[0];
}

/** A meld of these tiles, lowest first. The called tile of a chi is named, unless it is the lowest. */
export function meldOf(type, tiles, called, source) {
  const at = type === "chi" ? tiles.map(plain).indexOf(plain(called)) : 0;
  return [type + text(tiles), source, at > 0 && tiles[at]].filter(Boolean).join(".");
}

/** The player who fed a meld, 1 to 3 seen from the winner; undefined if nobody is named. */
export const meldSource = (meld) => meld.match(/\.([123])(?=\.|$)/)?.[1];

/** The norths set aside. */
export const norths = () => Array(Number(field("nuki").value)).fill(NORTH);

/** How many tiles the hand has beside its melds when it is complete. */
export const size = () => TILES - SET * melds().length;

/** How many more tiles fit into the hand. */
export const room = () => size() - tilesIn("hand").length;

/** Whether the last tile of a hand that is not full is the winning one. Keys enter the tiles before it. */
export const knowsWin = () => Boolean(tilesIn("hand").length && field("kept").value) || sharesWin();

/** Whether the last tile of the hand is the one that another player has won on. */
export function sharesWin() {
  const other = query(field("also").value);
  const held = names(other.get("hand") ?? "");
  const sets = (other.get("melds") ?? "").split("-").filter(Boolean);
  return held.length + SET * sets.length >= TILES && tilesIn("hand").at(-1) === held.at(-1);
}

/** Whether the last tile of the hand is the winning tile. */
export const hasWin = () => room() <= 0 || knowsWin();

/** The tiles of the hand in the order in which they are shown: the winning tile last. */
export function shownTiles() {
  const tiles = tilesIn("hand");
  return !hasWin() ? sorted(tiles) : [...sorted(tiles.slice(0, -1)), ...tiles.slice(-1)];
}

/** The key of a tile. */
export const keyOf = (tile) => form.querySelector(`[data-tile="${tile}"]`);

/** How many copies of a tile the rules have. */
export const copiesOf = (tile) => Number(keyOf(tile).dataset.copies);

/** The number of times each tile has been entered, not counting the place that is `without`. */
export function entered(without = []) {
  const all = [...["hand", "dora", "ura", "seen"].flatMap(tilesIn), ...melds().flatMap(meldTiles), ...norths()];
  const counts = new Map();
  for (const tile of all) counts.set(tile, (counts.get(tile) ?? 0) + 1);
  for (const tile of without) counts.set(tile, counts.get(tile) - 1);
  return counts;
}

/** The place of what is selected, as text: the tiles are counted as they are shown, then the melds, dora and ura. */
export const place = () => field("selected").value;

/** The selection: its tiles; for a meld which one, for an indicator of which sort. Undefined if nothing is selected. */
export function selected() {
  const shown = shownTiles();
  if (place() === "") return undefined;
  const at = Number(place());
  if (at < shown.length) return { at, tiles: [shown[at]] };
  const sets = melds();
  const meld = sets[at - shown.length];
  if (meld) return { at: at - shown.length, tiles: meldTiles(meld), meld };
  const dora = tilesIn("dora");
  const index = at - shown.length - sets.length;
  if (index < dora.length) return { at: index, tiles: [dora[index]], beside: "dora" };
  const uraIndex = index - dora.length;
  const ura = tilesIn("ura")[uraIndex];
  return ura && { at: uraIndex, tiles: [ura], beside: "ura" };
}
