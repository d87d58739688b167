// The address bar is the share link, and every link leads on with the present hand. The device keeps the last address.

import { read, write } from "../storage.js";
import { form, query } from "./form.js";
import { passTo, present } from "./steps.js";

const LAST = "agari.last";
const share = () => document.querySelector("[data-share]");

/** The links to other pages and languages, the link to share and the address lead to the present hand. */
export function aim() {
  for (const link of document.querySelectorAll(".elsewhere a, [data-share]")) {
    const state = query(present);
    const language = link.hreflang || form.elements.lang?.value;
    if (language) state.set("lang", language);
    link.setAttribute("href", `${link.pathname}?${state}`);
  }
  // Only the answer knows who else can win; it brings this link anew.
  const another = document.querySelector("[data-action=another]");
  if (another) another.inert = true;
  showAddress();
  write(LAST, present);
}

/** A page that is loaded anew loses nothing, whatever has been answered. */
export function showAddress() {
  history.replaceState(history.state, "", share().getAttribute("href"));
}

/** Whether the device was left with this very hand. */
export const isOwn = () => read(LAST) === present;

/** The bare address opens the hand that was there last: a closed tab loses nothing. */
export function openLast() {
  const last = query(read(LAST) ?? "").toString(); // empty if what is kept is no hand
  if (location.search || !last || isOwn()) return false;
  passTo(`/?${last}`);
  return true;
}
