// The rules page: shows a preset as soon as it is chosen, and the user's own rule sets.

import { manage } from "./own-rules.js";

document.getElementById("preset").addEventListener("change", ({ target }) => target.form.requestSubmit());
manage(document.getElementById("own-rules"));
