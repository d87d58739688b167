// The ways back to the table that this tab was at, from the calculator that its menu opened. A phone that may enter hands
// takes the hand along. The pages between keep it, too.

import { DEVICE, read, TAB, write } from "./site/storage.js";

const table = read("agari.game", TAB);
const mayEnter = table && table === read("agari.game", DEVICE);
document.addEventListener("click", ({ target }) => {
  const link = table && target.closest("a.square[href*='/game'], [data-action=to-table]");
  if (!link) return;
  const hand = new URLSearchParams(location.search);
  hand.delete("game");
  const isTaken = mayEnter && link.matches("[data-action]") && (hand.has("hand") || hand.has("melds"));
  link.href = isTaken ? `${table}/hand?${hand}` : table;
});
addEventListener("pagehide", () => {
  const hand = new URLSearchParams(location.search);
  hand.delete("lang");
  write("agari.hands", String(hand), TAB);
});
