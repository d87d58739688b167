// Rule sets that the user keeps on the device: a list of {name, query} in the local storage. The rule sets of games
// have another list, and pages of their own.

import { readList, write } from "./site/storage.js";

export const OF_HANDS = "agari.rules";
export const OF_GAMES = "agari.game-rules";

/** The kept rule sets. */
export const kept = (key = OF_HANDS) =>
  readList(key, (item) => typeof item?.name === "string" && typeof item.query === "string");

/** Whether a field is of the rules. The length of a game is not: a new game is asked for it separately. */
export const isRule = (name) => /^(rule|game\.)/.test(name) && name !== "game.rounds";

/** The rules in a query, sorted. */
const rulesIn = (query) => String([...new URLSearchParams(query)].filter(([name]) => isRule(name)).sort());

/** The name of the kept rules that a query has; undefined if it has other rules. */
export function nameOf(query, ...keys) {
  const rules = rulesIn(query);
  return keys.flatMap(kept).find((own) => rulesIn(own.query) === rules)?.name;
}

/** Shows the name of the rules in force wherever the page names them. */
export function nameInForce(...keys) {
  for (const place of document.querySelectorAll("[data-in-force]")) {
    const name = nameOf(place.dataset.inForce, ...keys);
    if (name && place.textContent !== name) place.textContent = name;
  }
}

/** Offers the kept rule sets of these lists in a choice of rules. If one of them is in force, the chosen option has its
 * name. */
export function offer(select, present, ...keys) {
  const name = nameOf(present, ...keys);
  for (const own of keys.flatMap(kept)) if (own.name !== name) select.append(new Option(own.name, own.query));
  const chosen = select.selectedOptions[0];
  if (name && chosen) chosen.textContent = name;
}

/** The value of a switch as an address has it: yes or no, the words of a set in order, or one number for each suit. */
export function textOf(values) {
  if (values.length === 1) return values[0] || "none";
  if (values[0] === "no") return values[1];
  return values[0] === "none" ? values.slice(1).sort().join(".") : values.join("");
}

/** The rules chosen in the form of a rules page: the preset, and the switches that differ from it. */
export function chosenRules() {
  const form = document.getElementById("rules");
  const fields = new FormData(form);
  const query = new URLSearchParams({ rules: fields.get("rules") });
  for (const name of new Set(fields.keys())) {
    const plain = form.elements[name][0]?.closest?.("[data-plain]") ?? form.elements[name].closest?.("[data-plain]");
    const value = textOf(fields.getAll(name));
    if (plain && value !== plain.dataset.plain) query.set(name, value);
  }
  return query.toString();
}

/** These rules with all else that goes along when another preset is chosen: the hand, the names, the way back. */
export function withHand(query) {
  const others = [...new FormData(document.getElementById("preset").form)].filter(
    ([name]) => !/^(rule|pres)/.test(name),
  );
  return new URLSearchParams([...others, ...new URLSearchParams(query)]);
}

/** Sets up the part of a rules page that keeps, opens and deletes rule sets. A deleted one can be brought back while its
 * row is there. */
export function manage(section, key = OF_HANDS) {
  const keep = (list) => write(key, JSON.stringify(list));
  const without = (name) => kept(key).filter((own) => own.name !== name);
  const list = section.querySelector("#own-list");
  const row = section.querySelector("#own-row");
  const name = document.getElementById("own-name");
  const note = document.getElementById("rules-note");
  const sheet = document.getElementById("save-rules");
  const choice = document.getElementById("preset");
  // Saved again, rules that were changed keep their name.
  sheet.addEventListener("toggle", () => {
    const chosen = choice.selectedOptions[0]?.text;
    if (sheet.open && kept(key).some((own) => own.name === chosen)) name.value ||= chosen;
  });
  const show = () => {
    section.hidden = !kept(key).length;
    list.replaceChildren(
      ...kept(key).map((own) => {
        const item = row.content.cloneNode(true);
        const link = item.querySelector("a");
        link.textContent = own.name;
        link.href = `${location.pathname}?${withHand(own.query)}`;
        item.querySelector("button").addEventListener("click", () => {
          keep([...without(own.name), ...(link.classList.toggle("deleted") ? [] : [own])]);
          name.form.dispatchEvent(new Event("change")); // the title has its name no more
        });
        return item;
      }),
    );
  };
  document.getElementById("own-save").addEventListener("click", () => {
    const title = name.value.trim();
    if (!title) return name.focus();
    const query = chosenRules();
    keep([...without(title), { name: title, query }]);
    name.value = "";
    show();
    const option = [...choice.options].find((one) => one.text === title) ?? choice.appendChild(new Option(title));
    Object.assign(option, { value: query, selected: true });
    nameInForce(key);
    const { saved, inUse } = note.dataset;
    note.textContent = note.hidden || note.textContent === inUse ? inUse : saved;
    note.hidden = false;
    sheet.open = false;
  });
  // A name changes no rule. The note would go as the button is pressed, and the button move from under the pointer.
  name.addEventListener("change", (event) => event.stopPropagation());
  name.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    document.getElementById("own-save").click();
  });
  sheet.hidden = false;
  show();
}
