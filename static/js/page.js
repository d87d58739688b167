// The script of every page.

import "./comfort.js";
import "./offline/start.js";
import "./sheets.js";
import { read, TAB } from "./storage.js";

// A tab that was at a table has the way back there.
const way = document.querySelector("#to-table[hidden]");
const table = way && read("agari.game", TAB);
if (table) {
  const link = document.createElement("a");
  link.id = way.id;
  link.href = table;
  link.textContent = way.textContent;
  way.replaceWith(link);
}
