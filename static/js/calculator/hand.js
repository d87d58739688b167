// Shows at once what has been entered: the hand, the indicators, and which keys can be tapped.

import { copyOf, faced } from "../templates.js";
import { entered, isWaiting, keyOf, knowsWin, melds, meldTiles, norths, obstacle, room, size, tilesIn } from "./entry.js";
import { all } from "./form.js";
import { mode, modeOf } from "./modes.js";
import { sorted } from "./tiles.js";

const hand = document.getElementById("hand");

/** A tile of the hand. */
function handTile(id, tile) {
  const place = faced(id, tile);
  place.dataset.handTile = tile;
  return place;
}

function tileButton(tile, isWinning) {
  const button = handTile("hand-tile", tile);
  button.value = tile;
  button.toggleAttribute("data-winning", isWinning);
  const { ariaLabel } = keyOf(tile);
  button.ariaLabel = isWinning ? `${ariaLabel}, ${hand.dataset.winningTile}` : ariaLabel;
  return button;
}

/** The tiles of a concealed kan from left to right: its red fives in the middle, where the tiles lie face up. */
function concealedKan(tiles) {
  const [first, second, third, ...rest] = sorted(tiles);
  return [third, first, second, ...rest];
}

function meldButton(meld, index) {
  const [type] = meld.match(/^[a-z]+/);
  const isConcealed = type === "ankan";
  const entered = meldTiles(meld);
  const tiles = isConcealed && entered.length === 4 ? concealedKan(entered) : entered;
  const isTurned = (i) => isConcealed && (i === 0 || i === 3);
  const button = copyOf("meld");
  button.value = index;
  button.className = `meld size-${tiles.length}`;
  button.replaceChildren(...tiles.map((tile, i) => handTile(isTurned(i) ? "turned-tile" : "meld-tile", tile)));
  const name = modeOf(type).labels[0].textContent.trim();
  button.ariaLabel = `${name}: ${tiles.map((tile) => keyOf(tile).ariaLabel).join(", ")}`;
  return button;
}

function showHand() {
  const tiles = tilesIn("hand");
  const isFull = room() <= 0;
  const hasWin = isFull || knowsWin();
  const order = hasWin ? [...sorted(tiles.slice(0, -1)), ...tiles.slice(-1)] : sorted(tiles);
  const row = copyOf("held");
  row.className = `held of-${size()}`;
  row.append(...order.map((tile, i) => tileButton(tile, hasWin && i === order.length - 1)));
  for (let i = 0; i < room(); i += 1) row.append(copyOf("slot"));
  hand.replaceChildren(row, ...melds().map(meldButton));
}

function showBeside() {
  const shown = { dora: tilesIn("dora"), ura: tilesIn("ura"), nuki: norths() };
  for (const [name, tiles] of Object.entries(shown)) {
    document.getElementById(`${name}-tiles`)?.replaceChildren(...tiles.map((tile) => faced("small-tile", tile)));
  }
  document.getElementById("seen-count").value = tilesIn("seen").length || "";
}

function showKeys() {
  for (const choice of all("[data-mode]")) choice.ariaDisabled = isWaiting(choice) ? "true" : null;
  const counts = entered();
  const now = mode();
  for (const key of all("[data-tile]")) {
    const inTheWay = obstacle(key, now, counts);
    key.ariaDisabled = inTheWay ? "true" : null;
    key.ariaDescription = inTheWay ? key.parentElement.dataset[inTheWay] : null;
  }
}

/** Shows the hand, the indicators, and which keys can be tapped. */
export function show() {
  showHand();
  showBeside();
  showKeys();
}
