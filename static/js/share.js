// Shares a hand in a dialog: its link, text and picture. Loaded at the first use.

import { ROOT } from "./site/root.js";
import { listen, offer } from "./site/sharing.js";

const dialog = document.getElementById("share");
const [title, place] = dialog.children;
listen(place);

/** Fills the dialog that shares the hand of a link; without a connection it shows only the link. */
export async function show(link) {
  place.replaceChildren();
  try {
    const response = await fetch(`${ROOT}share${new URL(link).search}`, { headers: { "HX-Request": "true" } });
    if (!response.ok) throw new Error(response.status);
    place.replaceChildren(...new DOMParser().parseFromString(await response.text(), "text/html").body.children);
  } catch {
    const field = document.createElement("input");
    Object.assign(field, { value: link, readOnly: true, ariaLabel: title.textContent });
    return place.replaceChildren(field);
  }
  offer(place);
}
