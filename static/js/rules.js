// The two pages of rules, those of hands and those of a game: shows a preset or own rules as soon as they are chosen, and
// keeps the user's own rule sets.

import { manage, OF_GAMES, OF_HANDS, offer, withHand } from "./own-rules.js";
import { watchPanel } from "./rules-panel.js";
import { TAB, write } from "./site/storage.js";

const form = document.getElementById("rules");
const isOfGame = form.querySelector("[data-action=use-rules]") !== null;
// Rules of hands can be chosen for a game too.
const keys = isOfGame ? [OF_GAMES, OF_HANDS] : [OF_HANDS];
const choice = document.getElementById("preset");

offer(choice, document.querySelector("[data-in-force]").dataset.inForce, ...keys);
choice.addEventListener("change", () => {
  if (isOfGame && choice.value.includes("=")) location.assign(`${location.pathname}?${withHand(choice.value)}`);
  else choice.form.requestSubmit();
});
manage(document.getElementById("own-rules"), keys[0]);
watchPanel(...keys);
if (!isOfGame) form.addEventListener("submit", () => write("agari.chosen", "page", TAB));
