// What every page does, whatever it shows.

import "./comfort.js";
import "./sheets.js";
