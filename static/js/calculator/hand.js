// Shows at once what has been entered: the hand, the indicators, and which keys can be tapped.

import { copyOf, faced } from "../templates.js";
import { hasWin, keyOf, melds, meldTiles, meldType, place, room, shownTiles, size, tilesIn } from "./entered.js";
import { isWaiting, obstacle, occasion } from "./entry.js";
import { all, field, form } from "./form.js";
import { offers } from "./mending.js";
import { modeOf } from "./modes.js";
import { sorted } from "./tiles.js";

const hand = document.getElementById("hand");
const palette = form.querySelector(".palette");

/** A tile of the hand. */
function handTile(id, tile) {
  const shown = faced(id, tile);
  shown.dataset.handTile = tile;
  return shown;
}

function tileButton(tile, at, isWinning) {
  const button = handTile("hand-tile", tile);
  button.value = at;
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
  const type = meldType(meld);
  const isConcealed = type === "ankan";
  const entered = meldTiles(meld);
  const tiles = isConcealed && entered.length === 4 ? concealedKan(entered) : entered;
  const isTurned = (i) => isConcealed && (i === 0 || i === 3);
  const button = copyOf("meld");
  button.value = tilesIn("hand").length + index;
  button.className = `meld size-${tiles.length}`;
  button.replaceChildren(...tiles.map((tile, i) => handTile(isTurned(i) ? "turned-tile" : "meld-tile", tile)));
  const name = modeOf(type).labels[0].textContent.trim();
  button.ariaLabel = `${name}: ${tiles.map((tile) => keyOf(tile).ariaLabel).join(", ")}`;
  return button;
}

function showHand() {
  const tiles = shownTiles();
  const row = copyOf("held");
  row.className = `held of-${size()}`;
  row.append(...tiles.map((tile, i) => tileButton(tile, i, hasWin() && i === tiles.length - 1)));
  for (let i = 0; i < room(); i += 1) row.append(copyOf("slot"));
  hand.replaceChildren(row, ...melds().map(meldButton));
}

function showBeside() {
  for (const name of ["dora", "ura"]) {
    const tiles = tilesIn(name).map((tile) => faced("small-tile", tile));
    document.getElementById(`${name}-tiles`).replaceChildren(...tiles);
  }
  document.getElementById("seen-count").value = tilesIn("seen").length || "";
  const norths = document.getElementById("nuki-count");
  if (norths) norths.value = Number(field("nuki").value) || "";
}

function showKeys() {
  for (const choice of all("[name=mode]")) choice.ariaDisabled = isWaiting(choice) ? "true" : null;
  const present = occasion();
  for (const key of all("[data-tile]")) {
    const inTheWay = obstacle(key, present);
    key.ariaDisabled = inTheWay ? "true" : null;
    key.ariaDescription = inTheWay ? palette.dataset[inTheWay] : null;
  }
}

/** Shows what is selected, and in place of the modes what can be done with it. */
export function showSelected() {
  for (const button of hand.querySelectorAll("button")) button.ariaPressed = String(button.value === place());
  const found = offers();
  form.querySelector(".modes").hidden = Boolean(found);
  form.querySelector(".mending").hidden = !found;
  for (const name of ["winning", "red", "plain"]) form.querySelector(`[data-action=${name}]`).hidden = !found?.[name];
  form.querySelector(".feeders").hidden = !found?.feeders;
  for (const button of all("[data-feeder]")) button.ariaPressed = String(button.value === found?.feeder);
  showKeys();
}

// An answer shows the hand as it was when it was asked for. Since then a tile may have been selected.
document.addEventListener("htmx:after:swap", showSelected);

/** Shows the hand, the indicators, and which keys can be tapped. */
export function show() {
  showHand();
  showBeside();
  showSelected();
}
