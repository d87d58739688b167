// Tiles as text: "123m0p" ⇄ ["1m", "2m", "3m", "0p"].

/** The names of the tiles that a text spells, in its order. */
export function names(text) {
  const found = [];
  for (const [, ranks, suit] of text.matchAll(/(\d+)([mpsz])/g)) {
    for (const rank of ranks) found.push(rank + suit);
  }
  return found;
}

/** The text of tiles in their order. */
export function text(tiles) {
  return tiles.map((tile, i) => (tiles[i + 1]?.[1] === tile[1] ? tile[0] : tile)).join("");
}

const order = (tile) => "mpsz".indexOf(tile[1]) * 20 + (tile[0] === "0" ? 9.5 : 2 * tile[0]);

/** The tiles as a hand is held. */
export function sorted(tiles) {
  return [...tiles].sort((a, b) => order(a) - order(b));
}
