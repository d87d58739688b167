// The rules page: shows a preset or own rules as soon as they are chosen, and keeps the user's own rule sets.

import { manage, OF_HANDS, offer } from "./own-rules.js";
import { watchPanel } from "./rules-panel.js";
import { TAB, write } from "./site/storage.js";

const choice = document.getElementById("preset");

offer(choice, document.querySelector("[data-in-force]").dataset.inForce, OF_HANDS);
choice.addEventListener("change", () => choice.form.requestSubmit());
manage(document.getElementById("own-rules"));
watchPanel(OF_HANDS);
document.getElementById("rules").addEventListener("submit", () => write("agari.chosen", "page", TAB));
