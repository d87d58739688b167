// Tiles as text: "123m0p" ⇄ ["1m", "2m", "3m", "0p"].

/** The names of the tiles in a text, in its order. */
export const names = (text) =>
  [...text.matchAll(/(\d+)([mpsz])/g)].flatMap(([, ranks, suit]) => [...ranks].map((rank) => rank + suit));

/** The text of tiles, in their order. */
export const text = (tiles) => tiles.map((tile, i) => (tiles[i + 1]?.[1] === tile[1] ? tile[0] : tile)).join("");

/** Tiles without red: "340m" is 345m. */
export const plain = (tiles) => tiles.replace("0", "5");

// A red five lies before the plain ones.
const placeOf = (tile) => "mpsz".indexOf(tile[1]) * 20 + (tile[0] === "0" ? 9.5 : 2 * tile[0]);

/** The tiles in the order of a hand. */
export const sorted = (tiles) => [...tiles].sort((a, b) => placeOf(a) - placeOf(b));
