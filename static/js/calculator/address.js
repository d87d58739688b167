// The address bar is the share link, and every link takes the present hand along. The device remembers the last hand.

import { ROOT } from "../site/root.js";
import { read, write } from "../site/storage.js";
import { chosenIn } from "./begun.js";
import { form, isAtTable, query, rulesOf } from "./form.js";
import { passTo, present } from "./steps.js";

const LAST = "agari.last";
const share = () => document.querySelector("[data-share]");

/** A state as the query of an address. What the last tap rules out may still be in it: the server drops that. */
function asTapped(state) {
  const fields = query(state);
  fields.set("tapped", "1");
  return fields;
}

/** Points a link at the present hand. */
function point(link) {
  const state = asTapped(present);
  const language = link.hreflang || form.elements.lang?.value;
  if (language) state.set("lang", language);
  if (form.elements.game) state.set("game", form.elements.game.value);
  link.setAttribute("href", `${link.pathname}?${state}`);
}

/** Points the links to other pages and languages at the present hand. The device remembers it, unless its rules are
 * those of a game or of a link and not the user's. */
export function keep() {
  document.querySelectorAll(".elsewhere a").forEach(point);
  if (!isAtTable && rulesOf(present) === (rulesOf(read(LAST)) || "rules,tenhou")) write(LAST, present);
}

/** Does the same for the share link and the address bar, which the answer brings. */
export function aim() {
  keep();
  point(share());
  // They are about the hand before. The server's answer replaces them.
  const old = document.querySelectorAll("[data-action=another], #sources, div#sticks, #anew, #apply");
  for (const part of old) part.inert = true;
  showAddress();
}

/** Writes the share link into the address bar, so that reloading the page loses nothing. */
export function showAddress() {
  history.replaceState(history.state, "", share().getAttribute("href"));
}

document.addEventListener("htmx:after:swap", showAddress);
addEventListener("popstate", showAddress);

if (chosenIn) write(LAST, present);

/** Whether the present hand is the last hand of this device. */
export const isOwn = () => read(LAST) === present;

/** Opens the last hand of this device at an address that has no more than a language: a closed tab loses nothing, the
 * rules neither. True if it does. */
export function openLast() {
  const last = query(read(LAST) ?? "").toString(); // empty if what is kept is no hand
  if (location.search.replace(/^.lang=..$/, "") || !last || isOwn()) return false;
  passTo(`${ROOT}?${asTapped(last)}`);
  return true;
}
