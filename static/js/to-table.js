// The way back to the table that this tab was at, from the calculator that its menu opened.

import { read, TAB } from "./site/storage.js";

const table = read("agari.game", TAB);
if (table) document.querySelector("a.square").href = table;
