// A new game: the same as last time with one tap, the last game of this device, and the user's own rules.

import { manage, OF_GAMES, offer } from "./own-rules.js";
import { ROOT } from "./root.js";
import { read, write } from "./storage.js";

const LAST = "agari.new-game";
const TABLE = "agari.game";
const form = document.getElementById("new-game");

/** What was entered for the last game: a query; null if there was none. */
const last = () => read(LAST);

function offerLast() {
  const kept = document.querySelector(".kept");
  const same = kept.querySelector("[data-action=same]");
  const resume = kept.querySelector("[data-action=resume]");
  const table = read(TABLE);
  const names = [...new URLSearchParams(last() ?? "")].filter(([name, value]) => name.startsWith("name") && value);
  same.hidden = !last();
  same.querySelector("small").textContent = names.map(([, value]) => value).join(" · ");
  resume.hidden = !/\/game\/[\w-]+$/.test(table ?? "");
  if (!resume.hidden) resume.href = table;
  kept.hidden = same.hidden && resume.hidden;
  same.addEventListener("click", begin);
}

/** Begins a game with what was entered for the last one. */
function begin() {
  for (const old of [...form.elements]) if (old.type === "hidden") old.remove();
  for (const [name, value] of new URLSearchParams(last())) {
    const field = form.elements[name] ?? form.appendChild(Object.assign(document.createElement("input"), { name }));
    if (field.type === "text" && !field.parentElement.matches("label")) field.type = "hidden";
    field.value = value;
  }
  form.requestSubmit(form.querySelector("[data-action=new-game]"));
}

if (form) {
  offerLast();
  const rules = form.querySelector("select[name=rules]");
  if (rules) {
    offer(rules, OF_GAMES);
    rules.addEventListener("change", () => {
      if (rules.value.includes("=")) location.assign(`${ROOT}game?${withNames(rules.value)}`);
    });
  }
  form.addEventListener("submit", ({ submitter }) => {
    if (submitter?.matches("[data-action=new-game]")) write(LAST, new URLSearchParams(new FormData(form)).toString());
  });
} else {
  document.getElementById("preset").addEventListener("change", ({ target }) => target.form.requestSubmit());
  manage(document.getElementById("own-rules"), OF_GAMES);
}

/** Own rules with the names that were entered already. */
function withNames(rules) {
  const entered = [...new FormData(form)].filter(([name, value]) => /^(name|seats)/.test(name) && value);
  return new URLSearchParams([...entered, ...new URLSearchParams(rules)]);
}
