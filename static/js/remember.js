// Keeps each scored hand in the list of the last hands. Loaded with the first one.

import { addressOf, keepHands, keptHands, othersOf } from "./calculator/kept-hands.js";

const field = (name) => document.getElementById("table").elements[name].value;

const winner = () => field("seat") || field("guessed_seat");

/** The wind of the seat that is this many places after the winner's. */
function seatAfter(steps) {
  const seats = [...document.querySelectorAll("[data-seat-choice]")].map((choice) => choice.value);
  return seats[(seats.indexOf(winner()) + steps) % seats.length];
}

/** How and from whom; a discarder whom nobody has named is left out. */
function way() {
  const [by, from] = [field("by"), field("from")];
  return by === "ron" && from ? { by, from: seatAfter(Number(from)) } : { by };
}

const tilesIn = (address) => `${address.get("hand")} ${address.get("melds") ?? ""}`;

/** A hand's address as text, without the page's language. */
function questionOf(hand) {
  const address = addressOf(hand);
  address.delete("lang");
  return String(address);
}

/** What a winner won: "Mangan 8,000". */
function wonBy(part) {
  const limit = part.querySelector(".limit");
  const title = limit.textContent.trim() || limit.parentElement.textContent.trim();
  return `${title} ${part.querySelector("strong").textContent.trim()}`;
}

/** The winners who are paid and what they won; if three ron are a draw, nobody is, and the page says so. */
function outcome(figure) {
  const several = [...document.querySelectorAll("#result [data-winner]")];
  const together = document.querySelector("#result .together");
  if (several.length)
    return { winners: several.map(({ dataset }) => dataset.winner).join(""), result: several.map(wonBy).join(" · ") };
  return together ? { winners: "", result: together.textContent } : { winners: winner(), result: wonBy(figure) };
}

/** A tile as it lies: "2s", "2s-" on its side, "2s_" face down. */
const laid = ({ dataset, classList }) =>
  dataset.handTile + (classList.contains("lying") ? "-" : classList.contains("back") ? "_" : "");

/** A meld as it lies; a tile with another one on top of it is "2s-2s-". */
const meldOf = ({ children }) =>
  [...children].map((part) => (part.dataset.handTile ? laid(part) : [...part.children].map(laid).join("")));

/** Puts the shown hand into the list. It replaces the same hand, and the hands from which it was made (with the same
 * `entry`), and keeps the time of the first. If several players win on one discard, one entry has them all. A page that
 * goes on with a hand (`isKnown`) adds nothing to the list by itself. */
export function remember(entry, { isKnown = false } = {}) {
  const figure = document.querySelector("#result [data-points]");
  // Until ron or tsumo is chosen nobody has won.
  if (!figure || !field("by")) return;
  const held = [...document.querySelectorAll("#hand .held [data-hand-tile]")];
  const norths = Array(Number(field("nuki"))).fill("4z");
  const kept = keptHands();
  if (isKnown && !kept.some((other) => other.entry === entry)) return;
  const hand = {
    // Without the table that the calculator was opened from: by then its game may be over.
    link: document
      .querySelector("[data-share]")
      .getAttribute("href")
      .replace(/&game=[^&]*/, ""),
    tiles: held.map(laid),
    melds: [...[...document.querySelectorAll("#hand .meld")].map(meldOf), norths].filter((meld) => meld.length),
    win: held.findIndex((tile) => "winning" in tile.dataset),
    entry,
    ...outcome(figure),
    ...way(),
  };
  const isSame = (other) =>
    other.entry === entry || (questionOf(other) === questionOf(hand) && isToday(other.at ?? Date.now()));
  const others = othersOf(addressOf(hand)).map(tilesIn);
  // Each of several winners was a hand of its own, with the same round and discard, until the next one was entered.
  const isReplaced = (other) => isSame(other) || others.includes(tilesIn(addressOf(other)));
  keepHands([{ ...hand, at: kept.findLast(isSame)?.at ?? Date.now() }, ...kept.filter((other) => !isReplaced(other))]);
}

const isToday = (at) => new Date(at).toDateString() === new Date().toDateString();
