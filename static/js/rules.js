// The rules page: rule sets of one's own.

import { manage } from "./own-rules.js";

manage(document.getElementById("own-rules"));
