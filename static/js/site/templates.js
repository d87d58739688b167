// Copies of the page's <template> elements, so that all markup comes from the server.

/** A copy of the element in a template. */
export const copyOf = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);

/** A copy that shows this tile. */
export function faced(id, tile) {
  const copy = copyOf(id);
  const face = copy.querySelector("use");
  face.setAttribute("href", face.getAttribute("href") + tile);
  return copy;
}
