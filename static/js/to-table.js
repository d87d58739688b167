// The ways back to the table that this tab was at, from the calculator that its menu opened.

import { read, TAB } from "./site/storage.js";

const table = read("agari.game", TAB);
document.addEventListener("click", ({ target }) => {
  const link = target.closest("a.square, [data-action=to-table]");
  if (link && table) link.href = table;
});
