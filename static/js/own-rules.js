// Rule sets that the user keeps on the device: a list of {name, query} in the local storage.

import { readList, write } from "./storage.js";

const KEY = "agari.rules";

/** The kept rule sets. */
export const kept = () => readList(KEY, (item) => typeof item?.name === "string" && typeof item.query === "string");

const keep = (list) => write(KEY, JSON.stringify(list));

/** Offers the kept rule sets in the calculator's choice of rules. */
export function offer(select) {
  for (const { name, query } of kept()) select.append(new Option(name, query));
}

/** These rules with the hand of the present address. */
function withHand(query) {
  const hand = [...new URLSearchParams(location.search)].filter(([name]) => !name.startsWith("rule"));
  return new URLSearchParams([...hand, ...new URLSearchParams(query)]);
}

/** The part of the rules page that keeps, opens and deletes them. */
export function manage(section) {
  const list = section.querySelector("#own-list");
  const row = section.querySelector("#own-row");
  const name = section.querySelector("#own-name");
  const show = () =>
    list.replaceChildren(
      ...kept().map((own) => {
        const item = row.content.cloneNode(true);
        const link = item.querySelector("a");
        link.textContent = own.name;
        link.href = `/rules?${withHand(own.query)}`;
        item.querySelector("button").addEventListener("click", () => {
          keep(kept().filter((other) => other.name !== own.name));
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
      if (field.startsWith("rule")) query.set(field, fields.getAll(field).join("."));
    }
    keep([...kept().filter((own) => own.name !== title), { name: title, query: query.toString() }]);
    name.value = "";
    show();
  });
  section.hidden = false;
  show();
}
