// What is entered, on the device: the form's fields are the state. A tap changes them at once; the server scores them.

const form = document.getElementById("table");
const field = (name) => form.elements[name];
const MELDS = ["chi", "pon", "daiminkan", "kakan", "ankan"];
const INDICATORS = ["dora", "ura"];
const BESIDE = [...INDICATORS, "nuki", "seen"];
const NORTH = "4z";
const TILES = 14;

// -- tiles as text: "123m0p" ⇄ ["1m", "2m", "3m", "0p"] ----------------------

/** The names of the tiles that a text spells, in its order. */
function names(text) {
  const found = [];
  for (const [, ranks, suit] of text.matchAll(/(\d+)([mpsz])/g)) {
    for (const rank of ranks) found.push(rank + suit);
  }
  return found;
}

/** The text of tiles in their order. */
const text = (tiles) => tiles.map((tile, i) => (tiles[i + 1]?.[1] === tile[1] ? tile[0] : tile)).join("");

const placeOf = (tile) => "mpsz".indexOf(tile[1]) * 20 + (tile[0] === "0" ? 9.5 : 2 * tile[0]);

/** The tiles as a hand is held. */
const sorted = (tiles) => [...tiles].sort((a, b) => placeOf(a) - placeOf(b));

// -- entering ---------------------------------------------------------------

const held = () => names(field("hand").value);
const melds = () => field("melds").value.split("-").filter(Boolean);
const meldTiles = (meld) => names(meld.split(".")[0].replace(/^[a-z]+/, ""));
const room = () => TILES - 3 * melds().length - held().length;

// A mode is good for one key, unless it is locked by a second tap on it. One that came by itself was not tapped yet.
let active = "tile";
let isLocked = false;
let isTapped = false;
const mode = () => field("mode").value;

function setMode(value, { locked = false, tapped = false } = {}) {
  field("mode").value = value;
  active = value;
  isLocked = locked;
  isTapped = tapped;
  for (const input of field("mode")) input.toggleAttribute("data-locked", isLocked && input.value === value);
}

/** A tap on a mode: chosen for one key; tapped again it stays; and once more back to single tiles. */
export function pressMode(value) {
  if (needsRiichi(value)) return setMode(active);
  if (value === "seen") setMode(active === "seen" ? "tile" : "seen");
  else if (value !== active || value === "tile" || !isTapped) setMode(value, { tapped: true });
  else if (isLocked) setMode("tile");
  else setMode(value, { locked: true, tapped: true });
}

const norths = () => Array(Number(field("nuki").value)).fill(NORTH);

/** How often each tile has been entered, anywhere. */
function entered() {
  const all = [...held(), ...melds().flatMap(meldTiles), ...names(field("dora").value), ...names(field("ura").value), ...names(field("seen").value), ...norths()];
  const counts = new Map();
  for (const tile of all) counts.set(tile, (counts.get(tile) ?? 0) + 1);
  return counts;
}

/** The tiles that a key would enter in the present mode. */
function entering(key) {
  if (mode() === "nuki") return key.dataset.tile === NORTH ? [NORTH] : [];
  const tiles = mode() === "tile" || BESIDE.includes(mode()) ? key.dataset.tile : key.dataset[mode()];
  return names(tiles ?? "");
}

/** How many tiles of the hand a key takes the place of in a mode. */
const needed = (mode) => (BESIDE.includes(mode) ? 0 : { tile: 1, pair: 2 }[mode] ?? 3);

/** What is in the way of a key, by the names that the palette's messages have; undefined if nothing is. */
function obstacle(key, counts) {
  const tiles = entering(key);
  const copies = (tile) => Number(form.querySelector(`[data-tile="${tile}"]`).dataset.copies);
  const lacks = (tile) => (counts.get(tile) ?? 0) + tiles.filter((other) => other === tile).length > copies(tile);
  if (key.dataset.copies === "0") return "absent";
  if (!tiles.length) return "shape";
  if (needed(mode()) > room()) return "room";
  if (INDICATORS.includes(mode()) && names(field(mode()).value).length >= 5) return "most";
  if (tiles.some(lacks)) return "copies";
}

/** A key of the palette. */
export function tap(key) {
  if (obstacle(key, entered())) return false;
  const tiles = entering(key);
  const now = mode();
  if (now === "nuki") field(now).value = norths().length + 1;
  else if (BESIDE.includes(now)) field(now).value += tiles[0];
  else if (MELDS.includes(now)) {
    field("melds").value = [...melds(), now + text(tiles)].join("-");
    settleFlags();
  }
  else field("hand").value = text([...held(), ...tiles]);
  if (!isLocked || needed(now) > room()) setMode(following(now));
  return true;
}

/** Whether a mode waits for riichi. */
const needsRiichi = (value) => value === "ura" && !hasRiichi();

/** The mode after a key. A hand that is full takes nothing but indicators: one, and one more for each kan. */
function following(now) {
  const has = (name) => names(field(name).value).length;
  const kans = melds().filter((meld) => meld.includes("kan")).length;
  if (now === "dora" && room() <= 0 && has("dora") <= kans) return "dora";
  if (now === "dora" && hasRiichi()) return "ura";
  if (now === "ura" && room() <= 0 && has("ura") < has("dora")) return "ura";
  return now === "seen" ? "seen" : "tile";
}

const RIICHI = ["riichi", "double_riichi", "open_riichi"];
const hasRiichi = () => RIICHI.some((name) => field(name)?.checked);

/** What goes with what: an open hand has no riichi; without riichi there is no ippatsu and no ura. */
export function settleFlags() {
  const isOpen = melds().some((meld) => !meld.startsWith("ankan"));
  if (isOpen) for (const name of RIICHI) if (field(name)) field(name).checked = false;
  if (hasRiichi()) return;
  field("ippatsu").checked = false;
  field("ura").value = "";
}

/** Ron or tsumo is chosen: what goes with the other way alone goes. */
export function settleWay() {
  const way = form.querySelector("[data-by]:checked").value;
  for (const flag of form.querySelectorAll("[data-way]")) flag.checked &&= flag.dataset.way === way;
}

/** A run drawn over three keys: the sequence, or in chi mode the meld, from the lowest of them. */
export function drawRun(first, last) {
  const low = Number(first.dataset.tile[0]) < Number(last.dataset.tile[0]) ? first : last;
  const before = { value: mode(), locked: isLocked };
  if (before.value !== "chi") setMode("sequence");
  const isEntered = tap(low);
  setMode(before.locked ? before.value : "tile", { locked: before.locked });
  return isEntered;
}

/** A tile typed on the keyboard. */
export function type(tile) {
  const key = form.querySelector(`[data-tile="${tile}"]`);
  return Boolean(key) && tap(key);
}

/** A tile of the hand: of a full hand it becomes the winning tile, otherwise it goes. */
export function touch(tile) {
  const tiles = held();
  const isWinning = tile === tiles.at(-1);
  tiles.splice(tiles.lastIndexOf(tile), 1);
  if (room() <= 0 && !isWinning) tiles.push(tile);
  field("hand").value = text(tiles);
}

/** A discard: the tile leaves the hand and stays seen. */
export function discard(tile) {
  const tiles = held();
  tiles.splice(tiles.lastIndexOf(tile), 1);
  field("hand").value = text(tiles);
  field("seen").value += tile;
}

/** One of several winners took another seat: the one who discards stays where he sits. */
export function keepDiscarder(before) {
  if (!field("also").value) return;
  const seats = [...form.querySelectorAll("[data-seat-choice]")].map((input) => input.value);
  const discarder = seats.indexOf(before.get("seat")) + Number(before.get("from"));
  const from = (discarder - seats.indexOf(field("seat").value) + seats.length) % seats.length;
  field("from").value = from || 1;
}

/** Takes a meld back. */
export function drop(index) {
  field("melds").value = melds().filter((_, i) => i !== index).join("-");
}

/** What undo takes when it knows of no step before: the last tile, or else the last meld. */
export function withoutLast() {
  if (held().length) field("hand").value = text(held().slice(0, -1));
  else drop(melds().length - 1);
}

/** Empties everything but the rules. */
export const clear = () => empty({ round: "E", seat: "S", honba: 0, sticks: 0 });

/** Empties the hand and how it was won; the table stays as it is, but for what is given. */
export const nextHand = (table) => empty(table);

const TABLE = ["round", "seat", "honba", "sticks"];

function empty(table) {
  const state = new URLSearchParams({ from: 1, nuki: 0 });
  for (const [name, value] of new FormData(form)) {
    if (TABLE.includes(name) || name.startsWith("rule")) state.set(name, table[name] ?? value);
  }
  restore(state.toString());
}

// What is no part of the hand: undo leaves it as it is.
const APART = ["mode", "lang"];

/** The whole state as text, and back. */
export function snapshot() {
  const state = new URLSearchParams(new FormData(form));
  for (const name of APART) state.delete(name);
  return state.toString();
}

export function restore(state) {
  const values = new URLSearchParams(state);
  for (const element of form.elements) {
    if (!element.name || element.tagName === "BUTTON" || APART.includes(element.name)) continue;
    if (element.type === "checkbox" || element.type === "radio") {
      element.checked = values.get(element.name) === element.value;
    } else {
      element.value = values.get(element.name) ?? "";
    }
  }
  setMode("tile");
}

// -- showing it at once -----------------------------------------------------

function face(tile) {
  const key = form.querySelector(`[data-tile="${tile}"]`);
  return [key.querySelector("svg").cloneNode(true), key.ariaLabel];
}

function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function tileButton(tile, isWinning) {
  const [ink, label] = face(tile);
  const button = element("button", { type: "submit", class: "tile", name: "touch", value: tile, "data-hand-tile": tile }, ink);
  if (isWinning) button.setAttribute("data-winning", "");
  button.ariaLabel = isWinning ? `${label}, ${document.getElementById("hand").dataset.winningTile}` : label;
  return button;
}

/** The tiles of a concealed kan from left to right: its red fives in the middle, where the tiles lie face up. */
function concealedKan(tiles) {
  const [first, second, third, ...rest] = sorted(tiles);
  return [third, first, second, ...rest];
}

function meldButton(meld, index) {
  const type = MELDS.find((name) => meld.startsWith(name));
  const isConcealed = type === "ankan";
  const all = meldTiles(meld);
  const tiles = isConcealed && all.length === 4 ? concealedKan(all) : all;
  const faces = tiles.map((tile, i) => {
    const isBack = isConcealed && (i === 0 || i === 3);
    return element("span", { class: isBack ? "tile back" : "tile", "data-hand-tile": tile }, face(tile)[0]);
  });
  const button = element("button", { type: "submit", class: `meld size-${tiles.length}`, name: "drop", value: index }, ...faces);
  const [{ textContent: name }] = form.querySelector(`[data-mode=${type}]`).labels;
  button.ariaLabel = `${name.trim()}: ${tiles.map((tile) => face(tile)[1]).join(", ")}`;
  return button;
}

/** Shows the hand, the indicators, and which keys can be tapped. */
export function show() {
  const tiles = held();
  const isFull = room() <= 0;
  const order = isFull ? [...sorted(tiles.slice(0, -1)), tiles.at(-1)] : sorted(tiles);
  const row = element("div", { class: `held of-${TILES - 3 * melds().length}` }, ...order.map((tile, i) => tileButton(tile, isFull && i === order.length - 1)));
  for (let i = 0; i < room(); i += 1) row.append(element("span", { class: "slot" }));
  document.getElementById("hand").replaceChildren(row, ...melds().map(meldButton));
  for (const name of [...INDICATORS, "nuki"]) {
    const place = document.getElementById(`${name}-tiles`);
    const tiles = name === "nuki" ? norths() : names(field(name).value);
    const shown = tiles.map((tile) => element("span", { class: "tile" }, face(tile)[0]));
    place?.replaceChildren(...shown);
  }
  form.querySelector("[data-mode=ura]").ariaDisabled = needsRiichi("ura") ? "true" : null;
  document.getElementById("seen-count").value = names(field("seen").value).length || "";
  const counts = entered();
  for (const key of form.querySelectorAll("[data-tile]")) {
    const inTheWay = obstacle(key, counts);
    key.ariaDisabled = inTheWay ? "true" : null;
    key.ariaDescription = inTheWay ? key.parentElement.dataset[inTheWay] : null;
  }
}
