// How a key changes the entry: the part of webapp/entry/ that must not wait for the server. Data attributes of the page
// say what a key enters and what a mode or a switch needs. tests/e2e/test_replay.py compares the two.

import {
  copiesOf,
  entered,
  keyOf,
  knowsWin,
  meldOf,
  melds,
  meldTiles,
  meldType,
  NORTH,
  norths,
  place,
  room,
  SET,
  selected,
  sharesWin,
  tilesIn,
} from "./entered.js";
import { all, field, form, seat } from "./form.js";
import { exchange } from "./mending.js";
import { mode, modeOf, passMode, setMode } from "./modes.js";
import { names, plain, sorted, text } from "./tiles.js";

const INDICATORS = 5;

// -- what a key does ----------------------------------------------------------

/** The tiles that a key enters in a mode; none if there is no such set of tiles. In place of a meld with the plain five
 * of a red key they are those of the meld, with this one red. */
function entering(key, { value, dataset }, meld = []) {
  const { tile } = key.dataset;
  if (reddens(tile, meld)) return sorted(meld.with(meld.indexOf(plain(tile)), tile));
  return names(key.dataset["single" in dataset ? "tile" : value] ?? "");
}

/** Whether a key is the red five of a meld that has it plain. */
const reddens = (tile, meld = []) => tile[0] === "0" && meld.includes(plain(tile));

/** What the next key adds to if nothing is selected: the mode, the room in the hand, the tiles entered. */
const addition = (now) => ({ now, left: room(), counts: entered() });

/** What the next key adds to: the mode that it enters in, the room in the hand, how often each tile is entered, the
 * tiles of a selected meld. What is selected does not count: the key replaces it. */
export function occasion() {
  const { tiles, meld, beside } = selected() ?? {};
  if (!tiles) return addition(mode());
  const now = modeOf(meld ? meldType(meld) : (beside ?? "tile"));
  const within = meld && tiles;
  return { now, left: room() + (meld ? SET : 1), counts: entered(tiles), isReplaced: Boolean(beside), within };
}

/** The pon that an added kan of these tiles would replace: which meld it is, and the tile added to it. Undefined if
 * there is none, or in another mode. */
function ponWithin(tiles, { value }) {
  if (value !== "kakan" || place() !== "") return undefined;
  for (const [at, meld] of melds().entries()) {
    const pon = meldType(meld) === "pon" ? meldTiles(meld) : [];
    const rest = pon.reduce((left, tile) => (left.includes(tile) ? left.toSpliced(left.indexOf(tile), 1) : []), tiles);
    if (pon.length === SET && rest.length === 1) return { at, meld, added: rest[0] };
  }
}

/** Why a key can enter nothing: the name of a message of the palette; undefined if it can. */
export function obstacle(key, { now, left, counts, isReplaced = false, within }) {
  const tiles = entering(key, now, within);
  const { into, room: needed } = now.dataset;
  const pon = ponWithin(tiles, now);
  const more = pon ? [pon.added] : tiles;
  const isUsedUp = (tile) => (counts.get(tile) ?? 0) + more.filter((other) => other === tile).length > copiesOf(tile);
  if (key.dataset.copies === "0") return "absent";
  if (!tiles.length) return "shape";
  if (needed > 0 && needed > left + (pon ? SET : 0)) return "room";
  const count = tilesIn(into).length - isReplaced;
  if (["dora", "ura"].includes(into) && count >= INDICATORS) return "most";
  if (into === "ura" && count >= tilesIn("dora").length) return "first";
  if (tiles.some(isUsedUp)) return "copies";
}

/** A tap on a key; false if it can enter nothing. */
export function tap(key) {
  const present = occasion();
  if (obstacle(key, present)) return false;
  if (!selected()) return add(key);
  const { tile } = key.dataset;
  exchange(entering(key, present.now, present.within), reddens(tile, present.within) ? undefined : tile);
  setMode("tile");
  return true;
}

/** Adds what a key enters in a mode; false if it can enter nothing. */
function add(key, now = mode()) {
  if (obstacle(key, addition(now))) return false;
  field("selected").value = "";
  enter(entering(key, now), now, key.dataset.tile);
  const { room: needed } = mode().dataset;
  passMode(following(now.value), needed <= 0 || needed <= room());
  return true;
}

function enter(tiles, now, tile) {
  const { into } = now.dataset;
  const pon = ponWithin(tiles, now);
  if (pon) field(into).value = melds().with(pon.at, kanOf(pon, tiles)).join("-");
  else if (into === "melds") field(into).value = [...melds(), meldOf(now.value, tiles, tile)].join("-");
  else if (into === "hand" && knowsWin()) field(into).value = text(tilesIn(into).toSpliced(-1, 0, ...tiles));
  else field(into).value = text([...tilesIn(into), ...tiles]);
}

/** The added kan that replaces its pon. The called tile stays the same. */
function kanOf({ meld, added }, tiles) {
  const [, source = "", called = ""] = meld.match(/^[^.]+(\.[123])?(\.\d[mpsz])?/);
  return `kakan${text(tiles)}${source}${called}.${called ? "" : "a"}${added}`;
}

/** The mode after a key. A full hand is followed by its indicators: one, and one more for each kan. */
function following(now) {
  if (now === "seen") return now;
  if (!["dora", "ura"].includes(now) || room() > 0) return "tile";
  if (now === "dora" && lacksIndicator(now)) return now;
  return hasRiichi() && lacksIndicator("ura") && !modeOf("ura").closest("[hidden]") ? "ura" : "tile";
}

/** Whether another dora or ura indicator is to come. */
export function lacksIndicator(name) {
  const { length } = tilesIn("dora");
  return name === "ura" ? tilesIn(name).length < length : length <= melds().filter((meld) => /kan/.test(meld)).length;
}

/** Enters the run that begins at a key and leads towards another: a chi in chi mode, otherwise a sequence. */
export function tapRun({ dataset: { tile } }, last) {
  const low = tile < last.dataset.tile ? tile : `${tile[0] - 2}${tile[1]}`;
  return add(keyOf(low), modeOf(mode().value === "chi" ? "chi" : "sequence"));
}

/** Enters a tile that was typed; false if it cannot be entered. */
export function type(tile) {
  const key = keyOf(tile);
  return Boolean(key) && tap(key);
}

/** Enters a tile that was chosen from the waits: it is the winning one. */
export function draw(tile) {
  const before = field("kept").value;
  field("kept").value = "";
  const isEntered = add(keyOf(tile));
  if (!isEntered) field("kept").value = before;
  return isEntered;
}

/** Discards a tile: it leaves the hand and counts as seen. */
export function discard(tile) {
  const tiles = tilesIn("hand");
  tiles.splice(tiles.lastIndexOf(tile), 1);
  field("hand").value = text(tiles);
  field("seen").value = text([...tilesIn("seen"), tile]);
  field("selected").value = "";
  field("kept").value = "";
}

/** Sets one more north aside; if no more are left, takes all of them back. False if there is none. */
export function setNorthAside() {
  const isLeft = (entered().get(NORTH) ?? 0) < copiesOf(NORTH);
  if (!isLeft && !norths().length) return false;
  field("nuki").value = isLeft ? norths().length + 1 : 0;
  setMode("tile");
  return true;
}

/** Takes back the last tile, or else the last meld, ura indicator, north, seen tile or dora indicator. */
export function withoutLast() {
  field("kept").value = "";
  const isIn = (name) => (name === "hand" ? tilesIn(name).length > sharesWin() : Number(field(name).value) !== 0);
  const last = ["hand", "melds", "ura", "nuki", "seen", "dora"].find(isIn);
  if (last === "melds") field(last).value = melds().slice(0, -1).join("-");
  else if (last === "nuki") field(last).value = norths().length - 1;
  else if (last) field(last).value = text(tilesIn(last).toSpliced(last === "hand" && sharesWin() ? -2 : -1, 1));
}

// -- what goes with what ------------------------------------------------------

const hasRiichi = () => Boolean(form.querySelector("[data-declares=riichi]:checked"));

/** Whether a mode waits for riichi. */
export const isWaiting = ({ dataset }) => dataset.needs === "riichi" && !hasRiichi();

/** Names the discarder and the liable player anew after the winner has taken another seat: both keep their seats. If a
 * seat is now the winner's, nobody is named. The dealer's tenhou is the others' chiihou. */
export function keepSeats(seatBefore) {
  if (seatBefore === seat()) return;
  const seats = [...all("[data-seat-choice]")].map((input) => input.value);
  const further = seats.indexOf(seatBefore) - seats.indexOf(seat()) + seats.length;
  const seenNow = (source) => String((Number(source) + further) % seats.length);
  const discarder = field("from").value && seenNow(field("from").value);
  for (const choice of all("[data-from]")) choice.checked = choice.value === discarder;
  const liable = field("liable");
  if (Number(liable.value)) liable.value = seenNow(liable.value).replace("0", "");
  const { tenhou, chiihou } = form.elements;
  const [own, other] = seat() === "E" ? [tenhou, chiihou] : [chiihou, tenhou];
  if (other.checked) [own.checked, other.checked] = [true, false];
}
