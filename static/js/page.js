// What every page does, whatever it shows.

import "./sheets.js";
