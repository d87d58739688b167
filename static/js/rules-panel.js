// The panel of rule switches: finds a rule, shows only what differs from the usual rules, and says what is changed.

import { chosenRules, isRule, kept, textOf } from "./own-rules.js";

/** The words of a text as they are compared: without case, width and signs, in katakana instead of hiragana, and
 * without the mark of a long vowel. */
const wordsOf = (text) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("ー", "")
    .replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .split(/[^\p{L}\p{N}]+/u);

/** Whether words have what is sought, with or without its spaces. In Latin letters it begins a word. */
const have = (words, sought) =>
  /^[a-z]/.test(sought)
    ? words.some((_, at) => words.slice(at).join("").startsWith(sought))
    : words.join("").includes(sought);

/** Follows what is typed and chosen on a page of rules, which may have begun with own rules of these lists. The word that
 * is sought is in the address, so that it comes along to the other page of rules and back. */
export function watchPanel(...keys) {
  const choice = document.getElementById("preset");
  const begun = choice.selectedIndex;
  const form = document.getElementById("rules");
  const finder = document.getElementById("find-rules");
  const [sought, onlyOther] = finder.querySelectorAll("input");
  sought.value ||= new URLSearchParams(location.hash.slice(1)).get("find") ?? "";
  const note = document.getElementById("rules-note");
  const [isOther, unused, atFirst] = [!note.hidden, note.textContent, chosenRules()];
  const said = (number) => form.dataset.changed.replace("{n}", number);

  /** Marks what is changed, and shows the switches that are sought; folds with such a switch open. */
  function show() {
    const fields = new FormData(form);
    const text = wordsOf(sought.value).join("");
    const isFiltered = Boolean(text) || onlyOther.checked;
    let found = 0;
    for (const fold of form.querySelectorAll(".group")) {
      let changed = 0;
      let shown = 0;
      for (const row of fold.querySelectorAll("[data-rule]")) {
        const value = textOf(fields.getAll(row.dataset.field));
        const isChanged = value !== row.dataset.plain && isRule(row.dataset.field);
        row.classList.toggle("changed", isChanged);
        row.querySelector("[data-changed]").hidden = !isChanged;
        const names = wordsOf(`${row.dataset.names ?? ""} ${row.textContent}`);
        row.hidden = !have(names, text) || (onlyOther.checked && value === row.dataset.usual);
        changed += isChanged;
        shown += !row.hidden;
      }
      const number = fold.querySelector("[data-number]");
      number.textContent = said(changed);
      number.hidden = !changed;
      fold.hidden = !shown;
      if (isFiltered && shown) fold.open = true;
      found += shown;
    }
    let isElsewhere = false;
    for (const note of finder.querySelectorAll("[data-names]")) {
      note.hidden = found > 0 || !text || !have(wordsOf(note.dataset.names), text);
      isElsewhere ||= !note.hidden;
    }
    finder.querySelector("[data-none]").hidden = found > 0 || isElsewhere;
  }

  form.addEventListener("change", () => {
    show();
    const own = keys.flatMap(kept).find(({ name }) => name === choice.selectedOptions[0]?.text);
    const query = chosenRules();
    note.textContent = unused;
    note.hidden = !isOther && query === atFirst;
    const [now, before] = [new URLSearchParams(query), new URLSearchParams(own?.query ?? form.dataset.before)];
    const names = new Set([...now.keys(), ...before.keys()].filter((name) => isRule(name) && name !== "rules"));
    const changed = [...names].filter((name) => now.get(name) !== before.get(name)).length;
    const title = document.querySelector("h1 [data-in-force]");
    title.dataset.inForce = query;
    title.textContent = (own?.name ?? form.dataset.name) + (changed ? ` (${said(changed)})` : "");
  });
  sought.addEventListener("input", () => {
    const hash = sought.value && `#${new URLSearchParams({ find: sought.value })}`;
    history.replaceState(history.state, "", location.pathname + location.search + hash);
    for (const link of document.querySelectorAll('a[href*="/rules"]')) link.hash = hash;
  });
  finder.addEventListener("input", show);
  finder.hidden = false;
  // After Back the browser has put the choices back, but the page has the rules with which it began.
  addEventListener("pageshow", () => {
    choice.selectedIndex = begun;
    show();
  });
}
