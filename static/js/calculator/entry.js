// What has been entered, and what a key does to it: the part of webapp/entry.py that must not wait for the server. What
// a key enters and what a mode or a switch needs are data attributes of the page. tests/e2e/test_replay.py compares both.

import { all, field, form, query, restore } from "./form.js";
import { mode, modeOf, passMode, setMode } from "./modes.js";
import { names, text } from "./tiles.js";

const TILES = 14;
const SET = 3;
const INDICATORS = 5;
const NORTH = "4z";

/** The tiles in a field: hand, dora, ura or seen. */
export const tilesIn = (name) => names(field(name).value);

/** The melds as the form has them: "pon555z", "chi340m.3.0m". */
export const melds = () => field("melds").value.split("-").filter(Boolean);

/** The tiles of a meld. */
export const meldTiles = (meld) => names(meld.split(".")[0].replace(/^[a-z]+/, ""));

/** The norths set aside. */
export const norths = () => Array(Number(field("nuki").value)).fill(NORTH);

/** How many tiles the hand has beside its melds when it is complete. */
export const size = () => TILES - SET * melds().length;

/** How many more tiles fit into the hand. */
export const room = () => size() - tilesIn("hand").length;

/** The key of a tile. */
export const keyOf = (tile) => form.querySelector(`[data-tile="${tile}"]`);

/** How often each tile has been entered, anywhere. */
export function entered() {
  const all = [...["hand", "dora", "ura", "seen"].flatMap(tilesIn), ...melds().flatMap(meldTiles), ...norths()];
  const counts = new Map();
  for (const tile of all) counts.set(tile, (counts.get(tile) ?? 0) + 1);
  return counts;
}

// -- what a key does ----------------------------------------------------------

/** The tiles that a key enters in a mode; none where there is no such set. */
const entering = (key, { value, dataset }) => names(key.dataset["single" in dataset ? "tile" : value] ?? "");

/** Why a key can enter nothing in a mode: the name of a message of the palette; undefined if it can. */
export function obstacle(key, now, counts) {
  const tiles = entering(key, now);
  const { into, room: needed } = now.dataset;
  const isUsedUp = (tile) => {
    const more = tiles.filter((other) => other === tile).length;
    return (counts.get(tile) ?? 0) + more > Number(keyOf(tile).dataset.copies);
  };
  if (key.dataset.copies === "0") return "absent";
  if (!tiles.length) return "shape";
  if (needed > 0 && needed > room()) return "room";
  if (["dora", "ura"].includes(into) && tilesIn(into).length >= INDICATORS) return "most";
  if (tiles.some(isUsedUp)) return "copies";
}

/** A tap on a key; false if it can enter nothing. */
export function tap(key, now = mode()) {
  if (obstacle(key, now, entered())) return false;
  enter(entering(key, now), now);
  const { room: needed } = mode().dataset;
  passMode(following(now.value), needed <= 0 || needed <= room());
  return true;
}

function enter(tiles, { value, dataset: { into } }) {
  if (into === "melds") field(into).value = [...melds(), value + text(tiles)].join("-");
  else if (into === "nuki") field(into).value = norths().length + 1;
  else if (into === "hand" && knowsWin()) field(into).value = text(tilesIn(into).toSpliced(-1, 0, ...tiles));
  else field(into).value = text([...tilesIn(into), ...tiles]);
}

/** Whether the last tile of the hand is the one that another player has won on. Keys enter the tiles before it. */
export function knowsWin() {
  const win = names(query(field("also").value).get("hand") ?? "").at(-1);
  return win !== undefined && tilesIn("hand").at(-1) === win;
}

/** The mode after a key. A full hand is followed by its indicators: one, and one more for each kan. */
function following(now) {
  const count = (name) => tilesIn(name).length;
  const kans = melds().filter((meld) => meld.includes("kan")).length;
  const isFull = room() <= 0;
  if (now === "dora" && isFull && count("dora") <= kans) return "dora";
  if (now === "dora" && hasRiichi()) return "ura";
  if (now === "ura" && isFull && count("ura") < count("dora")) return "ura";
  return now === "seen" ? "seen" : "tile";
}

/** Enters the run between two keys: a chi in chi mode, otherwise a sequence. */
export function tapRun(first, last) {
  const low = Number(first.dataset.tile[0]) < Number(last.dataset.tile[0]) ? first : last;
  return tap(low, modeOf(mode().value === "chi" ? "chi" : "sequence"));
}

/** Enters a tile that was typed or chosen from the waits; false if it cannot be entered. */
export function type(tile) {
  const key = keyOf(tile);
  return Boolean(key) && tap(key);
}

/** A tap on a tile of the hand: in a full hand it becomes the winning tile, otherwise it goes. */
export function touch(tile) {
  const isChosen = room() <= 0 && tile !== tilesIn("hand").at(-1);
  removeTile(tile);
  if (isChosen) field("hand").value = text([...tilesIn("hand"), tile]);
}

/** A discard: the tile leaves the hand and stays seen. */
export function discard(tile) {
  removeTile(tile);
  field("seen").value = text([...tilesIn("seen"), tile]);
}

/** Takes the last one of this tile out of the hand. */
function removeTile(tile) {
  const tiles = tilesIn("hand");
  tiles.splice(tiles.lastIndexOf(tile), 1);
  field("hand").value = text(tiles);
}

/** Takes a meld back. */
export function drop(index) {
  field("melds").value = melds()
    .filter((_, i) => i !== index)
    .join("-");
}

/** Takes back the last tile, or else the last meld, ura indicator, north, seen tile or dora indicator. */
export function withoutLast() {
  const last = ["hand", "melds", "ura", "nuki", "seen", "dora"].find((name) => Number(field(name).value) !== 0);
  if (last === "melds") drop(melds().length - 1);
  else if (last === "nuki") field(last).value = norths().length - 1;
  else if (last) field(last).value = text(tilesIn(last).toSpliced(last === "hand" && knowsWin() ? -2 : -1, 1));
}

// -- what goes with what ------------------------------------------------------

const hasRiichi = () => Boolean(form.querySelector("[data-declares=riichi]:checked"));
const isOpen = () => melds().some((meld) => !meld.startsWith("ankan"));

/** Whether a mode waits for riichi. */
export const isWaiting = ({ dataset }) => dataset.needs === "riichi" && !hasRiichi();

/** Turns off what the rest rules out: riichi with an open hand, ippatsu and ura without riichi, haitei with ron, … */
export function settle() {
  const turnOff = (selector) => {
    for (const control of all(selector)) control.checked = false;
  };
  const by = field("by").value;
  if (by) turnOff(`[data-way]:not([data-way=${by}])`);
  if (isOpen()) turnOff("[data-needs=closed]");
  if (hasRiichi()) return;
  turnOff("[data-needs=riichi]");
  field("ura").value = "";
  if (!mode()) setMode("tile");
}

/** Of several winners one takes another seat: keeps the seat of the player who dealt in. */
export function keepDiscarder(seatBefore) {
  if (!field("also").value || !field("from").value) return;
  const seats = [...all("[data-seat-choice]")].map((input) => input.value);
  const seatOf = (wind) => seats.indexOf(wind);
  const discarder = seatOf(seatBefore) + Number(field("from").value);
  field("from").value = (discarder - seatOf(field("seat").value) + seats.length) % seats.length || 1;
}

// -- a new hand ---------------------------------------------------------------

const TABLE = ["round", "kyoku", "seat", "honba", "sticks"];

/** Empties everything but the rules. */
export const clear = () => empty({ round: "E", kyoku: 1, seat: "S", honba: 0, sticks: 0 });

/** Empties the hand. The table stays, with this hand of the round, these honba and sticks. */
export const nextHand = (table) => empty(table);

function empty(table) {
  const state = new URLSearchParams({ nuki: 0 });
  for (const [name, value] of new FormData(form)) {
    if (TABLE.includes(name) || name.startsWith("rule")) state.set(name, table[name] ?? value);
  }
  restore(state.toString());
  setMode("tile");
}
