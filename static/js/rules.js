// The rules page: a preset is shown as soon as it is chosen; rule sets of one's own.

import { manage } from "./own-rules.js";

document.getElementById("preset").addEventListener("change", ({ target }) => target.form.requestSubmit());
manage(document.getElementById("own-rules"));
