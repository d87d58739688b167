// What every page does, whatever it shows.

import "./comfort.js";
import "./offline/start.js";
import "./sheets.js";
