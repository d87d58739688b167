// The keyboard: digits and a suit enter tiles, Delete removes what is selected, Escape ends the selection, Backspace
// takes the last step back, ? shows the help.

import { changed, undo } from "./changes.js";
import { keyOf, place } from "./entered.js";
import { type } from "./entry.js";
import { form } from "./form.js";
import { showSelected } from "./hand.js";
import { exchange, select } from "./mending.js";
import { refuse } from "./taps.js";

const FIELDS = "input[type=text], input[type=number], select, textarea";
let digits = "";

/** Shows digits that wait for their suit. */
function pend(text) {
  digits = text;
  document.body.classList.toggle("pending", text !== "");
  document.body.dataset.pending = text;
}

/** The digits become tiles of this suit. */
function typeAs(suit) {
  const tiles = [...digits].map((rank) => rank + suit);
  pend("");
  const refused = tiles.filter((tile) => !type(tile));
  if (refused.length < tiles.length) changed();
  refused.map(keyOf).filter(Boolean).forEach(refuse);
}

function removeSelected() {
  if (!place()) return;
  exchange();
  changed();
}

function deselect() {
  if (!place()) return;
  select(place());
  showSelected();
}

document.addEventListener("keydown", (event) => {
  if (event.target.matches(FIELDS) || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && !event.shiftKey && key === "z") {
    event.preventDefault();
    return undo();
  }
  if (isCommand || event.altKey) return;
  if (key === "?") return form.querySelector("[data-action=help]").click();
  if (key === "backspace") return digits ? pend(digits.slice(0, -1)) : undo();
  if (key === "delete") return removeSelected();
  if (key === "escape") return digits ? pend("") : deselect();
  if (/^[0-9]$/.test(key)) return pend(digits + key);
  if (/^[mpsz]$/.test(key) && digits) typeAs(key);
});
