// The last table that this tab has shown, and its points. The page that waits for the real one shows them.

import { ROOT } from "./root.js";
import { DEVICE, erase, read, TAB, write } from "./storage.js";

const LAST_POINTS = "agari.points";
/** The path of the last table of this tab, and of the last one at which this device may enter hands: no other entry
 * knows the secret of a game. */
const TABLE = "agari.game";
/** The query of the links to a hand at that table. It may have one that was begun in the calculator. */
const HANDS = "agari.hands";

/** The fields of a query that say which hand of which game is played, and by which rules. */
const situationOf = (query) =>
  String(
    [...new URLSearchParams(query)]
      .filter(([name, value]) => /^(round|kyoku|honba|sticks|game|rules$|rule\.)/.test(name) && value > "0")
      .sort(),
  );

/** The query of a hand at this table: one that was begun in the calculator, as long as it is the hand that is played. */
function begunAt(hands) {
  const begun = location.pathname.startsWith(read(TABLE, TAB)) && read(HANDS, TAB);
  return begun && situationOf(begun) === situationOf(hands) ? begun : hands;
}

/** The table of this page: the hand, and each player's name and points; null if the page is no table. */
function tableOnPage() {
  const board = document.querySelector(".board[data-round]");
  if (!board) return null;
  const players = Array.from(board.querySelectorAll(".seat"), (seat) => [
    seat.querySelector("bdi").textContent,
    Number(seat.dataset.points),
  ]);
  return { hand: document.querySelector("h1").firstChild.textContent.trim(), players };
}

/** Remembers the table of this page. Other pages lead back to it as long as its game runs. */
function rememberTable() {
  const onPage = tableOnPage();
  const table = location.pathname.match(/^.*?\/game\/[\w-]{22}/)?.[0];
  // A page of a game of the server, after a table of this device: the game was moved there.
  if (table && read(TABLE, TAB)?.includes("/device-") && !table.includes("/device-")) write(TABLE, table, TAB);
  if (!onPage) return;
  write(LAST_POINTS, JSON.stringify(onPage), TAB);
  write(HANDS, begunAt(document.querySelector(".menu").dataset.hands), TAB);
  for (const place of document.querySelector("[data-action=more]") ? [TAB, DEVICE] : [TAB]) {
    if (!document.querySelector(".over")) write(TABLE, table, place);
    else if (read(TABLE, place) === table) erase(TABLE, place);
  }
}

/** The table that was shown last, if this page belongs to it; null if not. */
function lastTable() {
  try {
    const last = JSON.parse(read(LAST_POINTS, TAB));
    return location.pathname.startsWith(read(TABLE, TAB)) && Array.isArray(last.players) ? last : null;
  } catch {
    return null;
  }
}

// The links of a menu stay as they are while others enter hands. They are brought up to date when the menu is used.
document.addEventListener("click", ({ target }) => {
  const menu = target.closest(".menu[data-hands]");
  for (const link of menu?.querySelectorAll(".places [href*='game=']") ?? []) {
    const lang = new URLSearchParams(link.search).get("lang");
    const hands = link.pathname === ROOT ? begunAt(menu.dataset.hands) : menu.dataset.hands;
    link.setAttribute("href", `${link.pathname}?${hands}${lang ? `&lang=${lang}` : ""}`);
  }
});

addEventListener("pagehide", rememberTable);
document.addEventListener("visibilitychange", rememberTable);

function showLastPoints(section, { hand, players }) {
  section.querySelector("[data-hand]").textContent = hand;
  const template = section.querySelector("template").content.firstElementChild;
  for (const [name, points] of players) {
    const row = template.cloneNode(true);
    row.querySelector("bdi").textContent = name;
    row.querySelector("b").textContent = points.toLocaleString("en").replace("-", "−");
    section.querySelector("ul").append(row);
  }
  section.hidden = false;
}

const lastPoints = document.querySelector("[data-last-points]");
const shownLast = lastPoints && lastTable();
if (shownLast) showLastPoints(lastPoints, shownLast);
