// The page of the last hands: by day, each with who won, how and when. They stay on this device until they are shared.

import { addressOf, keepHands, keptHands, othersOf } from "./calculator/kept-hands.js";
import { ROOT } from "./site/root.js";
import { read } from "./site/storage.js";
import { copyOf, faced } from "./site/templates.js";

const page = document.getElementById("hands");
const days = page.querySelector(".days");
const choice = document.getElementById("day");
const words = page.dataset;
const byWind = (list) => Object.fromEntries([..."ESWN"].map((wind, i) => [wind, list.split("|")[i]]));
const seats = byWind(words.seats);
const rounds = byWind(words.rounds);
const format = (options) => new Intl.DateTimeFormat(document.documentElement.lang, options);
const clock = format({ hour: "2-digit", minute: "2-digit", hour12: false });
const calendar = format({ year: "numeric", month: "short", day: "numeric", weekday: "short" });

const two = (number) => String(number).padStart(2, "0");

/** The day of a hand as 2026-11-22; empty if it is not known. */
function dayOf({ at }) {
  if (at === undefined) return "";
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const nameOf = (day) => (day ? calendar.format(new Date(`${day}T12:00`)) : words.unknown);
const timeOf = ({ at }) => (at === undefined ? "" : clock.format(new Date(at)));

/** The hand of the game: "South 2, 1 honba". Without a round it is the first one, as the calculator shows it. */
function placeOf(address) {
  const hand = rounds[address.get("round") ?? "E"]?.replace("{n}", address.get("kyoku") ?? 1);
  const honba = address.has("honba") ? words.honba.replace("{n}", address.get("honba")) : "";
  return [hand, honba].filter(Boolean).join(words.comma);
}

/** The user's own name of rules. It is known once the script of own rules has come. */
let ownName = () => undefined;
if (read("agari.rules")) {
  import("./own-rules.js").then((own) => {
    ownName = (rules) => own.nameOf(rules, own.OF_HANDS);
    show();
  });
}

/** The rules of an address: their own name on this device, or the preset and the number of changed switches. */
function namedRules(address) {
  const rules = new URLSearchParams(address);
  if (!rules.has("rules")) rules.set("rules", "tenhou");
  const preset = JSON.parse(words.presets)[rules.get("rules")] ?? "";
  const changed = [...rules.keys()].filter((name) => name.startsWith("rule.")).length;
  const number = changed ? ` (${words.changed.replace("{n}", changed)})` : "";
  return ownName(rules) ?? preset + number;
}

/** Which hand, who won, how and by which rules: "East 1 · South, East win · Ron from West · M-League". */
function told(hand) {
  const { winners, by, from } = hand;
  const way = from ? words.ronFrom.replace("{seat}", seats[from]) : words[by];
  const seen = [...winners].map((wind) => seats[wind]).join(words.comma);
  const who = by ? (winners.length > 1 ? words.severalWin : words.wins).replace("{seats}", seen) : seen;
  return [placeOf(addressOf(hand)), seen && who, way, namedRules(addressOf(hand))].filter(Boolean).join(" · ");
}

/** A tile of a meld as it lies, with another one on top of it if one was added. */
function laidTile(text) {
  const tiles = text.match(/\d[mpsz][-_]?/g).map(([rank, suit, way]) => {
    const tile = faced("small-tile", rank + suit);
    tile.classList.toggle("lying", way === "-");
    tile.classList.toggle("back", way === "_");
    return tile;
  });
  return tiles.length > 1 ? filled("stack", tiles) : tiles[0];
}

function filled(id, parts) {
  const copy = copyOf(id);
  copy.append(...parts);
  return copy;
}

/** The tiles of a text as an address has it ("123m5z"), one by one. */
const tilesIn = (text) =>
  (text ?? "").match(/\d+[mpsz]/g)?.flatMap((run) => [...run.slice(0, -1)].map((rank) => rank + run.at(-1))) ?? [];

/** Another winner's tiles, from their address. The list does not know how their melds lie. */
function heldIn(address) {
  const tiles = tilesIn(address.get("hand"));
  const melds = (address.get("melds") ?? "").split("-").filter(Boolean);
  return { tiles, win: tiles.length - 1, melds: melds.map((meld) => tilesIn(meld.split(".")[0])) };
}

/** The hands of the winners who are paid, in their order; if none is known, all. */
function heldBy(hand) {
  const seatIn = (address) => address.get("seat") ?? address.get("guessed_seat") ?? "S";
  const own = addressOf(hand);
  const all = [[seatIn(own), hand], ...othersOf(own).map((other) => [seatIn(other), heldIn(other)])];
  const paid = [...hand.winners].map((seat) => all.find(([one]) => one === seat)).filter(Boolean);
  return (paid.length ? paid : all).map(([, held]) => held);
}

function rowOf({ tiles, win, melds = [] }, empty) {
  const held = empty.cloneNode();
  held.append(...tiles.map((tile) => faced("small-tile", tile)));
  held.children[win]?.classList.add("won");
  held.append(...melds.map((meld) => filled("laid-meld", meld.map(laidTile))));
  return held;
}

function row(hand) {
  const item = copyOf("hand-row");
  const find = (selector) => item.querySelector(selector);
  find("a").href = `${ROOT}?${addressOf(hand)}`;
  find(".row").replaceWith(...heldBy(hand).map((held) => rowOf(held, find(".row"))));
  find("b").textContent = hand.result;
  find("time").textContent = timeOf(hand);
  find(".who").textContent = told(hand);
  find("button").ariaLabel = `${words.delete}: ${hand.result}`;
  find("button").hand = hand;
  return item;
}

function section(day, hands) {
  const part = copyOf("day-of-hands");
  part.querySelector("h2").textContent = nameOf(day);
  part.querySelector("ol").append(...hands.map(row));
  part.querySelector("[data-day-link]").href = linkOf(day, hands);
  part.querySelector(".chips").hidden = !day;
  part.dataset.day = day;
  part.hands = hands;
  return part;
}

/** The link that shows a day's hands to anybody: the addresses of the newest, each with its time. */
function linkOf(day, hands) {
  const query = new URLSearchParams({ day });
  for (const hand of hands.slice(0, words.most)) {
    const address = addressOf(hand);
    address.delete("lang");
    if (hand.at !== undefined) address.set("at", timeOf(hand));
    query.append("h", address);
  }
  return `${ROOT}hands?${query}`;
}

/** A day's hands as text, a line each, then the link to all of them. */
function textOf({ dataset, hands }, link) {
  const line = (hand) => [timeOf(hand), told(hand), hand.result].filter(Boolean).join("  ");
  return [nameOf(dataset.day), ...hands.map(line), link].join("\n");
}

function show() {
  const hands = keptHands();
  const byDay = new Map();
  for (const hand of hands) byDay.set(dayOf(hand), [...(byDay.get(dayOf(hand)) ?? []), hand]);
  const chosen = choice.value;
  choice.replaceChildren(choice.options[0], ...[...byDay.keys()].map((day) => new Option(nameOf(day), day || "?")));
  choice.value = [...choice.options].some(({ value }) => value === chosen) ? chosen : "";
  const shown = [...byDay].filter(([day]) => !choice.value || (day || "?") === choice.value);
  days.replaceChildren(...shown.map(([day, list]) => section(day, list)));
  page.querySelector(".empty").hidden = hands.length > 0;
  page.querySelector(".filter").hidden = byDay.size < 2;
  page.querySelector("[data-hands=clear]").hidden = hands.length === 0;
}

/** Copies a text, or shows it where the browser cannot copy. */
async function copy(text, part) {
  const said = part.querySelector(".said");
  const field = part.querySelector("textarea");
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = words.copied;
  } catch {
    field.hidden = false;
    field.value = text;
    field.select();
  }
}

async function pass(part) {
  const { href } = part.querySelector("[data-day-link]");
  if (!navigator.share) return copy(href, part);
  // Closing the system's sheet means that the user has changed their mind.
  await navigator.share({ title: nameOf(part.dataset.day), url: href }).catch(() => {});
}

const same = (a) => (b) => JSON.stringify(a) === JSON.stringify(b);
let deleted = [];

/** Deletes these hands; they can be brought back as long as the page is open. */
function remove(hands) {
  deleted = hands;
  keepHands(keptHands().filter((other) => !hands.some(same(other))));
  show();
  page.querySelector(".deleted").hidden = false;
}

const ACTIONS = {
  delete: ({ hand }) => remove([hand]),
  clear: () => remove(keptHands()),
  undo() {
    keepHands([...deleted, ...keptHands()]);
    page.querySelector(".deleted").hidden = true;
    show();
  },
  link: (button) => pass(button.closest("section")),
  text(button) {
    const part = button.closest("section");
    copy(textOf(part, part.querySelector("[data-day-link]").href), part);
  },
};

page.addEventListener("click", (event) => {
  const action = ACTIONS[event.target.dataset.hands];
  if (!action) return;
  event.preventDefault();
  action(event.target);
});
choice.addEventListener("change", show);
show();
