// Shows at once what has been entered: the hand, the indicators, and which keys can be tapped.

import { copyOf, faced } from "../site/templates.js";
import { hasWin, keyOf, melds, meldTiles, place, room, selected, shownTiles, size, tilesIn } from "./entered.js";
import { isWaiting, lacksIndicator, obstacle, occasion } from "./entry.js";
import { all, field, form, seat } from "./form.js";
import { offers } from "./mending.js";
import { sorted, text } from "./tiles.js";

const hand = document.getElementById("hand");
const palette = form.querySelector(".palette");
/** The melds as the server has shown them, the called tile on its side: by their text, and by their tiles alone. */
const laid = new Map();

const seats = () => [...all("[data-seat-choice]")];

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

/** A meld that the server has not shown yet: its tiles in a row. */
function newMeld(meld) {
  const tiles = sorted(meldTiles(meld));
  const button = copyOf("meld");
  button.className = `meld size-${tiles.length}`;
  button.replaceChildren(...tiles.map((tile) => handTile("meld-tile", tile)));
  return button;
}

const tilesOf = (meld) => meld.split(".")[0];

function meldButton(meld, index) {
  const button = (laid.get(meld) ?? laid.get(tilesOf(meld)) ?? newMeld(meld)).cloneNode(true);
  button.value = tilesIn("hand").length + index;
  return button;
}

/** Remembers how the melds lie that the server shows. */
function rememberMelds() {
  const shown = hand.querySelectorAll(".meld");
  for (const [i, meld] of melds().entries()) {
    for (const text of [tilesOf(meld), meld]) laid.set(text, shown[i].cloneNode(true));
  }
}

function showHand() {
  const tiles = shownTiles();
  const row = copyOf("held");
  row.className = `held of-${size()}`;
  row.append(...tiles.map((tile, i) => tileButton(tile, i, hasWin() && i === tiles.length - 1)));
  for (let i = 0; i < room(); i += 1) row.append(copyOf("slot"));
  hand.replaceChildren(row, ...melds().map(meldButton));
}

function indicatorButton(tile, at, sort) {
  const button = faced("indicator", tile);
  button.value = at;
  button.ariaLabel = `${sort}: ${keyOf(tile).ariaLabel}`;
  return button;
}

function showBeside() {
  let next = tilesIn("hand").length + melds().length;
  for (const name of ["dora", "ura"]) {
    const row = document.getElementById(`${name}-tiles`);
    const buttons = tilesIn(name).map((tile) => indicatorButton(tile, next++, row.ariaLabel));
    row.replaceChildren(...buttons);
    row.toggleAttribute("data-lacks", lacksIndicator(name));
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

/** A run that the selected chi can be. */
function runButton(tiles) {
  const button = copyOf("run");
  button.value = button.dataset.run = text(tiles);
  button.ariaPressed = String(text(tiles) === text(sorted(selected().tiles)));
  button.ariaLabel = tiles.map((tile) => keyOf(tile).ariaLabel).join(", ");
  button.firstElementChild.replaceChildren(...tiles.map((tile) => faced("meld-tile", tile)));
  return button;
}

/** Shows what is selected, and in place of the modes what can be done with it. */
export function showSelected() {
  for (const button of all("[name=select]")) button.ariaPressed = String(button.value === place());
  const found = offers();
  form.querySelector(".modes").hidden = Boolean(found);
  form.querySelector(".mending").hidden = !found;
  for (const name of ["winning", "red", "plain"]) form.querySelector(`[data-action=${name}]`).hidden = !found?.[name];
  form.querySelector(".feeders").hidden = !found?.feeder;
  const runs = form.querySelector(".mending .runs");
  runs.hidden = !found?.runs.length;
  runs.replaceChildren(...(found?.runs ?? []).map(runButton));
  for (const button of all("[data-feeder]")) button.ariaPressed = String(button.value === found?.feeder);
  showKeys();
}

/** Shows who wins, and names the other players by the winds that they have, seen from the winner. */
function showSeats() {
  const guess = field("guessed_seat").value;
  for (const choice of seats()) choice.toggleAttribute("data-guessed", choice.value === guess);
  form.querySelector(".seats").classList.toggle("guessed", guess !== "");
  const own = seats().findIndex(({ value }) => value === seat());
  const after = (source) => seats()[(own + Number(source)) % seats().length];
  for (const name of all("[data-source]")) {
    const { ariaLabel, labels } = after(name.dataset.source);
    name.textContent = name.hasAttribute("data-short") ? labels[0].textContent.trim() : ariaLabel;
  }
  for (const control of all("[data-side]")) {
    control.ariaLabel = `${after(control.value).ariaLabel}, ${control.dataset.side}`;
  }
}

rememberMelds();

/** Shows what an answer does not bring. Since the question a tile may have been selected. */
export function showAnswered() {
  rememberMelds();
  showBeside();
  showSelected();
}

/** Shows the hand, the indicators, who wins, and which keys can be tapped. */
export function show() {
  showHand();
  showSeats();
  showBeside();
  showSelected();
}
