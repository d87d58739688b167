// A new game: the entries of the last time, the last game of this device, and the user's own rules.

import { gamesOfDevice } from "./offline/listed.js";
import { OF_GAMES, OF_HANDS, offer } from "./own-rules.js";
import { ROOT } from "./site/root.js";
import { read, readList, TAB, write } from "./site/storage.js";

/** The entries for the last game as a query. */
const LAST = "agari.new-game";
const TABLE = "agari.game";
const NEW_GAME = "agari.new-game-key";
const form = document.getElementById("new-game");

/** Whether the last game of this device was deleted. */
let isGone = false;

function offerLast() {
  const kept = document.querySelector(".kept");
  const same = kept.querySelector("[data-action=same]");
  const resume = kept.querySelector("[data-action=resume]");
  const table = read(TABLE);
  const last = read(LAST);
  const names = [...new URLSearchParams(last ?? "")].filter(([name, value]) => name.startsWith("name") && value);
  same.hidden = !last;
  if (last) same.href = `${ROOT}game?${last}`;
  same.querySelector("small").textContent = names.map(([, value]) => value).join(" · ");
  const isListed = [...document.querySelectorAll("[data-game] a, [data-device-game] a")].some(({ pathname }) =>
    pathname.startsWith(table),
  );
  // A game of this device is listed as long as there is one.
  resume.hidden = isListed || isGone || !/\/game\/(?!device-)[\w-]+$/.test(table);
  if (!resume.hidden) resume.href = table;
  kept.hidden = same.hidden && resume.hidden;
}

/** Does not offer a game that was deleted. Without an answer there may be one. */
async function checkLast() {
  const table = read(TABLE);
  const { status } = await fetch(table, { method: "HEAD" });
  isGone = [404, 410].includes(status);
  offerLast();
}

/** Lists the games that are on this device alone: the server does not know them. */
async function listOfDevice() {
  const list = document.querySelector("[data-on-device]");
  if (!list) return;
  const games = await gamesOfDevice(`agari${ROOT.slice(0, -1)}-games`);
  const rows = games.map(({ secret, made, about }) => {
    const row = list.querySelector("template").content.firstElementChild.cloneNode(true);
    row.querySelector("a").href = `${ROOT}game/${secret}`;
    row.querySelector("time").textContent = new Date(made * 1000).toLocaleDateString(document.documentElement.lang);
    row.querySelector("bdi").textContent = about.names.filter(Boolean).join(" · ");
    return row;
  });
  list.querySelector("ul").append(...rows);
  list.hidden = !rows.length;
}

/** Remembers the entries. If the last try to begin with the same entries led to no table, the game gets the key of that
 * try: the game may have been made, and only the answer was lost. */
function begin(button) {
  const entered = new URLSearchParams(new FormData(form)).toString();
  write(LAST, entered);
  const [before, key] = readList(NEW_GAME, Boolean, TAB);
  if (before === entered) button.value = key;
  else write(NEW_GAME, JSON.stringify([entered, button.value]), TAB);
}

offerLast();
if (!document.querySelector("[data-action=resume]").hidden) checkLast().catch(() => {});
listOfDevice().then(offerLast, () => {});
const rules = form.querySelector("select[name=rules]");
if (rules) {
  offer(rules, "", OF_GAMES, OF_HANDS);
  rules.addEventListener("change", () => {
    document.querySelector("[data-rules-of]")?.remove();
    if (rules.value.includes("=")) location.assign(`${ROOT}game?${withNames(rules.value)}`);
  });
}
form.querySelector("[data-action=other-rules]")?.addEventListener("click", (event) => {
  event.preventDefault();
  location.assign(`${ROOT}game?${withNames(event.target.search)}`);
});
form.addEventListener("submit", ({ submitter }) => {
  if (submitter?.matches("[data-action=new-game]")) begin(submitter);
});

/** The address of own rules, with whatever else was entered already. */
function withNames(rules) {
  const entered = [...new FormData(form)].filter(([name, value]) => !/^(rule|game)/.test(name) && value);
  return new URLSearchParams(Object.fromEntries([...new URLSearchParams(rules), ...entered]));
}
