// Folds that are open stay open while the taps on a page lead from one state of it to the next: each state is a page.

import { erase, readList, TAB, write } from "./site/storage.js";

const OPEN = "agari.folds";
const isText = (item) => typeof item === "string";

addEventListener(
  "click",
  ({ target }) => {
    if (target.closest("a[href]")?.pathname !== location.pathname) return;
    const folds = [...document.querySelectorAll("details[id][open]")];
    write(OPEN, JSON.stringify([location.pathname, ...folds.map(({ id }) => id)]), TAB);
  },
  true,
);

function reopen() {
  const [path, ...ids] = readList(OPEN, isText, TAB);
  erase(OPEN, TAB);
  if (path !== location.pathname) return;
  for (const id of ids)
    for (let fold = document.getElementById(id); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

reopen();
// A page that this device makes takes the place of the one before.
new MutationObserver((changes) => {
  if (changes.some(({ addedNodes }) => [...addedNodes].some(({ localName }) => localName === "main"))) reopen();
}).observe(document.body, { childList: true });
