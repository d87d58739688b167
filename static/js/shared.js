// A page with something to share: a hand, the result of a game, or its links.

import { listen, offer } from "./sharing.js";

for (const place of document.querySelectorAll(".sharing")) {
  listen(place);
  offer(place);
}
