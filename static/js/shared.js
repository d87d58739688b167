// A page with something to share: a hand, or the result of a game.

import { listen, offer } from "./sharing.js";

const place = document.querySelector(".sharing");
listen(place);
offer(place);
