// Rule sets that the user keeps on the device: a list of {name, query} in the local storage. Those of a game have a list
// of their own, and pages of their own.

import { readList, write } from "./storage.js";

const KEY = "agari.rules";
export const OF_GAMES = "agari.game-rules";

/** The kept rule sets. */
export const kept = (key = KEY) =>
  readList(key, (item) => typeof item?.name === "string" && typeof item.query === "string");

/** Offers the kept rule sets in a choice of rules. */
export function offer(select, key = KEY) {
  for (const { name, query } of kept(key)) select.append(new Option(name, query));
}

const isRule = (name) => /^(rule|game\.)/.test(name);

/** These rules with the hand of the present address. */
function withHand(query) {
  const hand = [...new URLSearchParams(location.search)].filter(([name]) => !isRule(name));
  return new URLSearchParams([...hand, ...new URLSearchParams(query)]);
}

/** The part of a rules page that keeps, opens and deletes them. */
export function manage(section, key = KEY) {
  const keep = (list) => write(key, JSON.stringify(list));
  const list = section.querySelector("#own-list");
  const row = section.querySelector("#own-row");
  const name = section.querySelector("#own-name");
  const show = () =>
    list.replaceChildren(
      ...kept(key).map((own) => {
        const item = row.content.cloneNode(true);
        const link = item.querySelector("a");
        link.textContent = own.name;
        link.href = `${location.pathname}?${withHand(own.query)}`;
        item.querySelector("button").addEventListener("click", () => {
          keep(kept(key).filter((other) => other.name !== own.name));
          show();
        });
        return item;
      }),
    );
  section.querySelector("#own-save").addEventListener("click", () => {
    const title = name.value.trim();
    if (!title) return name.focus();
    const query = new URLSearchParams();
    const fields = new FormData(document.getElementById("rules"));
    for (const field of new Set(fields.keys())) {
      if (isRule(field)) query.set(field, fields.getAll(field).join("."));
    }
    keep([...kept(key).filter((own) => own.name !== title), { name: title, query: query.toString() }]);
    name.value = "";
    show();
  });
  section.hidden = false;
  show();
}
