// The list of the last hands. It stays on this device.

import { readList, write } from "./storage.js";
import { copyOf, faced } from "./templates.js";

const KEY = "agari.history";
const MOST = 50;
const dialog = document.getElementById("history");
const list = dialog.querySelector("ol");

const TILE = /^(\d[mps]|[1-7]z)$/;

function isHand(item) {
  const { link, tiles, title, points } = item ?? {};
  return (
    [link, title, points].every((text) => typeof text === "string") &&
    /^\/(\?|$)/.test(link) &&
    Array.isArray(tiles) &&
    tiles.every((tile) => TILE.test(tile))
  );
}

const kept = () => readList(KEY, isHand);
const keep = (hands) => write(KEY, JSON.stringify(hands));

/** Puts the shown hand at the head of the list. The same tiles are listed once. */
export function remember() {
  const figure = document.querySelector("#result [data-points]");
  if (!figure) return;
  const tiles = [...document.querySelectorAll("#hand [data-hand-tile]")].map((tile) => tile.dataset.handTile);
  const hand = {
    link: document.querySelector("[data-share]").getAttribute("href"),
    tiles,
    title: figure.querySelector(".limit").textContent.trim(),
    points: figure.querySelector("strong").textContent,
  };
  const same = String([...tiles].sort());
  keep([hand, ...kept().filter((other) => String([...other.tiles].sort()) !== same)].slice(0, MOST));
}

function row({ link, tiles, title, points }, index) {
  const item = copyOf("history-row");
  const [open, gone] = item.children;
  const [shown, worth] = open.children;
  open.href = link;
  shown.append(...tiles.map((tile) => faced("small-tile", tile)));
  worth.textContent = `${title} ${points}`;
  gone.ariaLabel = `${list.dataset.delete}: ${title} ${points}`;
  gone.dataset.history = index;
  return item;
}

function show() {
  const hands = kept();
  list.replaceChildren(...hands.map(row));
  dialog.querySelector(".empty").hidden = hands.length > 0;
  dialog.querySelector("[data-history=clear]").hidden = hands.length === 0;
}

dialog.addEventListener("click", ({ target }) => {
  const which = target.dataset.history;
  if (which === undefined) return;
  keep(which === "clear" ? [] : kept().filter((_, index) => index !== Number(which)));
  show();
});

/** Opens the list. */
export function open() {
  show();
  dialog.showModal();
}
