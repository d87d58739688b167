// The points of the last table that this tab has shown. The page that waits for the real one shows them.

import { read, TAB, write } from "./storage.js";

const LAST_POINTS = "agari.points";
/** The path of the last table of this tab, as `game.js` keeps it: no other entry knows the secret of a game. */
const pathOfTable = () => read("agari.game", TAB);

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

function rememberPoints() {
  const onPage = tableOnPage();
  if (onPage) write(LAST_POINTS, JSON.stringify(onPage), TAB);
}

/** The table that was shown last, if this page belongs to it; null if not. */
function lastTable() {
  try {
    const last = JSON.parse(read(LAST_POINTS, TAB));
    return location.pathname.startsWith(pathOfTable()) && Array.isArray(last.players) ? last : null;
  } catch {
    return null;
  }
}

addEventListener("pagehide", rememberPoints);
document.addEventListener("visibilitychange", rememberPoints);

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
