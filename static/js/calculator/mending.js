// Mending a hand where it lies: what can be done with the selected tile or meld. `webapp/entry/mending.py` does the
// same.

import {
  calledIn,
  copiesOf,
  entered,
  hasWin,
  keyOf,
  meldOf,
  meldSource,
  melds,
  meldTiles,
  meldType,
  place,
  room,
  selected,
  shownTiles,
  tilesIn,
} from "./entered.js";
import { field, form } from "./form.js";
import { setMode } from "./modes.js";
import { names, plain, sorted, text } from "./tiles.js";

/** A tap on a tile or meld of the hand selects it. If it was selected, the tap ends that. */
export function select(at) {
  const isSelected = place() === at;
  setMode("tile");
  field("selected").value = isSelected ? "" : at;
}

/** Puts these tiles in place of what is selected; without any it goes. The key's tile is the called one of a chi. */
export function exchange(tiles = [], key = undefined) {
  const { at, meld, beside } = selected();
  field("selected").value = "";
  if (beside) {
    field(beside).value = text(tilesIn(beside).toSpliced(at, 1, ...tiles));
    return;
  }
  const goesItself = !meld && !tiles.length && at === tilesIn("hand").length - 1;
  field("kept").value = hasWin() && !goesItself ? "1" : "";
  if (meld) {
    setMeld(at, tiles.length && meldOf(meldType(meld), tiles, key ?? calledIn(meld), meldSource(meld)));
  } else {
    const held = tilesIn("hand");
    held.splice(tappedIndex(at), 1, ...tiles);
    field("hand").value = text(held);
  }
}

function setMeld(index, meld) {
  field("melds").value = melds().with(index, meld).filter(Boolean).join("-");
}

/** The index of a shown tile in the order of the taps. */
function tappedIndex(at) {
  const held = tilesIn("hand");
  const last = held.length - 1;
  if (!hasWin()) return held.lastIndexOf(shownTiles()[at]);
  return at === last ? last : held.slice(0, -1).lastIndexOf(shownTiles()[at]);
}

const canWin = () => room() <= 0 && Number(place()) < tilesIn("hand").length - 1;

/** The selected tile of a full hand becomes its winning tile. */
export function win() {
  const { tiles } = selected();
  exchange();
  field("hand").value = text([...tilesIn("hand"), ...tiles]);
}

/** The selected tiles with one red five more (1) or fewer (-1); undefined if the rules do not have that. */
function reddened(more) {
  const { tiles } = selected();
  const suit = [..."mps"].find((suit) => tiles.includes(`0${suit}`) || tiles.includes(`5${suit}`));
  if (!suit) return undefined;
  const [red, five] = [`0${suit}`, `5${suit}`];
  const [from, to] = more > 0 ? [five, red] : [red, five];
  if (!tiles.includes(from)) return undefined;
  const counts = entered(tiles);
  const after = sorted(tiles.with(tiles.indexOf(from), to));
  const fits = (tile) => (counts.get(tile) ?? 0) + after.filter((other) => other === tile).length <= copiesOf(tile);
  return after.every(fits) ? after : undefined;
}

/** Makes one more of the selected fives red (1), or one plain (-1). */
export const redden = (more) => exchange(reddened(more));

/** Names the player who fed the selected meld; a tap on the same player again names nobody. The melds then decide who
 * is liable, not an earlier answer. */
export function feed(source) {
  const { at, meld } = selected();
  const [start, ...calls] = meld.split(".");
  const rest = calls.filter((part) => !/^[123]$/.test(part));
  setMeld(at, [start, ...(meldSource(meld) === source ? [] : [source]), ...rest].join("."));
  field("liable").value = "";
  field("selected").value = "";
}

/** The runs that a meld can be with the same called tile, lowest first; none if it is no chi or can be no other run, or
 * if there is no meld. */
export function runsOf(meld) {
  if (!meld || meldType(meld) !== "chi") return [];
  const present = sorted(meldTiles(meld));
  const [called, counts] = [calledIn(meld), entered(present)];
  const [rank, suit] = plain(called);
  const isPresent = (run) => plain(text(run)) === plain(text(present));
  const isLeft = (tile) => (counts.get(tile) ?? 0) < copiesOf(tile);
  const runs = [rank - 2, rank - 1, Number(rank)]
    .filter((low) => low > 0 && low < 8)
    .map((low) => names(keyOf(low + suit).dataset.chi ?? "").map((tile) => (tile === rank + suit ? called : tile)))
    .filter((run) => run.length && (isPresent(run) || run.every(isLeft)));
  return runs.every(isPresent) ? [] : runs.map((run) => (isPresent(run) ? present : run));
}

/** The selected chi, or the last meld, becomes another of the runs that it can be; false if it cannot. */
export function takeRun(name) {
  const { meld, at } = selected()?.meld ? selected() : { meld: melds().at(-1), at: melds().length - 1 };
  const run = runsOf(meld).find((one) => text(one) === name);
  if (!run) return false;
  field("selected").value = tilesIn("hand").length + at;
  exchange(run);
  setMode("tile");
}

/** What can be done with what is selected; undefined if nothing is. A meld whose feeder is not named lies as if called
 * from the left, the first that can be named. */
export function offers() {
  if (!selected()) return undefined;
  const { meld } = selected();
  const isFed = /^(pon|daiminkan|kakan)/.test(meld); // any other player may have fed these
  return {
    winning: canWin(),
    red: Boolean(reddened(1)),
    plain: Boolean(reddened(-1)),
    feeder: isFed && (meldSource(meld) ?? form.querySelector("[data-feeder]").value),
    runs: runsOf(meld),
  };
}
