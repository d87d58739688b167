// Keeps each scored hand in the list of the last hands. Loaded with the first one.

import { keepHands, keptHands, othersOf } from "./calculator/kept-hands.js";

const field = (name) => document.getElementById("table").elements[name].value;

const winner = () => field("seat") || field("guessed_seat");

/** The wind of the seat that is this many places after the winner's. */
function seatAfter(steps) {
  const seats = [...document.querySelectorAll("[data-seat-choice]")].map((choice) => choice.value);
  return seats[(seats.indexOf(winner()) + steps) % seats.length];
}

/** Who won, how and from whom; a discarder whom nobody has named is left out. */
function won() {
  const [seat, by, from] = [winner(), field("by"), field("from")];
  return by === "ron" && from ? { seat, by, from: seatAfter(Number(from)) } : { seat, by };
}

const addressOf = ({ link }) => new URLSearchParams(link.split("?")[1]);
const tilesIn = (address) => `${address.get("hand")} ${address.get("melds") ?? ""}`;

/** Puts the shown hand into the list. It replaces hands with the same tiles, and the hands from which it was made (with
 * the same `entry`), and keeps the time of the first. If several players win on one discard, the hand that was entered
 * last stands for all. A page that goes on with a hand (`isKnown`) adds nothing to the list by itself. */
export function remember(entry, { isKnown = false } = {}) {
  const figure = document.querySelector("#result [data-points]");
  // Until ron or tsumo is chosen nobody has won.
  if (!figure || !field("by")) return;
  const shown = [...document.querySelectorAll("#hand [data-hand-tile]")];
  const held = shown.map((tile) => tile.dataset.handTile);
  const tiles = [...held, ...Array(Number(field("nuki"))).fill("4z")];
  const limit = figure.querySelector(".limit");
  const sorted = (list) => String([...list].sort());
  const hasTheseTiles = (other) => sorted(other.tiles) === sorted(tiles) && isToday(other.at ?? Date.now());
  const isSame = (other) => other.entry === entry || hasTheseTiles(other);
  const kept = keptHands();
  if (isKnown && !kept.some((other) => other.entry === entry)) return;
  const hand = {
    link: document.querySelector("[data-share]").getAttribute("href"),
    tiles,
    win: shown.findIndex((tile) => "winning" in tile.dataset),
    title: (limit.textContent.trim() || limit.parentElement.textContent).trim(),
    points: figure.querySelector("strong").textContent.trim(),
    at: kept.findLast(isSame)?.at ?? Date.now(),
    entry,
    ...won(),
  };
  const others = othersOf(addressOf(hand)).map(tilesIn);
  const isReplaced = (other) => isSame(other) || others.includes(tilesIn(addressOf(other)));
  keepHands([hand, ...kept.filter((other) => !isReplaced(other))]);
}

const isToday = (at) => new Date(at).toDateString() === new Date().toDateString();
