// The script of every page.

import "./site/comfort.js";
import "./site/last-points.js";
import "./offline/start.js";
import { ROOT } from "./site/root.js";
import "./site/sheets.js";
import { read, TAB } from "./site/storage.js";

// The server shows times as the clock of this device does.
const offset = `offset=${-new Date().getTimezoneOffset()};`;
// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
if (!`${document.cookie};`.includes(offset)) document.cookie = `${offset} max-age=31536000; path=/; samesite=lax`;

// On a page without a hand, the link to the rules carries the last hand: the calculator opens it by the rules that are
// chosen there. So do the other links if it has rules of its own; in a tab that is at a table, they carry the rules of
// its hands. The calculator itself opens the last hand, and a new game has rules of its own.
const last = new URLSearchParams([...new URLSearchParams(read("agari.last") ?? "")].filter(([, value]) => value));
const hasLast = Boolean(String(last));
last.set("tapped", "1"); // what the last tap ruled out may be in it
const hasRules =
  [...last.keys()].some((name) => name.startsWith("rule.")) || (last.get("rules") ?? "tenhou") !== "tenhou";
const ofTable = read("agari.game", TAB) && read("agari.hands", TAB);
const carried = ofTable || (hasLast && String(last));
const [game, calculator, rules] = ["game", "", "rules"].map((path) => ROOT + path);
for (const link of carried ? document.querySelectorAll(".places a") : []) {
  const isBare = /^(\?lang=..)?$/.test(link.search);
  const isMeant =
    link.pathname === rules || (link.pathname !== game && (ofTable || (hasRules && link.pathname !== calculator)));
  if (isBare && isMeant) link.search += `${link.search && "&"}${carried}`;
}

// A tab that was at a table has the way back there. ‹ leads there too, unless it leads to a hand in the calculator.
const way = document.querySelector("#to-table[hidden]");
const table = way && read("agari.game", TAB);
if (table) {
  const link = document.createElement("a");
  link.id = way.id;
  link.href = table;
  link.textContent = way.textContent;
  way.replaceWith(link);
  const back = document.querySelector(".head > .square");
  if (back.pathname === ROOT && !/[?&](hand|melds|also)=/.test(back.search)) back.href = table;
}

// The line over the folded rules of the next game names those that are chosen below it.
const nextRules = document.querySelector(".next-rules");
nextRules?.addEventListener("change", () => {
  const chosen = [...nextRules.querySelectorAll("select")].map((choice) => choice.selectedOptions[0].textContent);
  nextRules.querySelector("summary span").textContent = chosen.join(" · ");
});

// The user's own rules are called by their names, and offered where rules are chosen. Rules of hands can be chosen for a
// game too.
if (read("agari.rules") || read("agari.game-rules")) {
  import("./own-rules.js").then(({ nameInForce, OF_GAMES, OF_HANDS, offer }) => {
    for (const choice of document.querySelectorAll("select[data-own]"))
      offer(choice, choice.dataset.present, ...(choice.dataset.own === "games" ? [OF_GAMES, OF_HANDS] : [OF_HANDS]));
    const name = () => nameInForce(OF_GAMES, OF_HANDS);
    name();
    new MutationObserver(name).observe(document.body, { characterData: true, childList: true, subtree: true });
  });
}
