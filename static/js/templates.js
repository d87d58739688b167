// Copies of the page's templates: the markup is the server's.

/** A copy of what a template holds. */
export const copyOf = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);

/** The same, with the face of this tile. */
export function faced(id, tile) {
  const copy = copyOf(id);
  const face = copy.querySelector("use");
  face.setAttribute("href", face.getAttribute("href") + tile);
  return copy;
}
