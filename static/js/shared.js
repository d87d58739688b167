// A page with something to share: a hand, the result of a game, or its links.

import { listen, offer } from "./site/sharing.js";

const ready = new WeakSet();

function offerAll() {
  for (const place of document.querySelectorAll(".sharing")) {
    if (!ready.has(place)) listen(place);
    ready.add(place);
    offer(place);
  }
  const print = document.querySelector("[data-action=print]");
  if (print && window.print) {
    print.hidden = false;
    print.onclick = () => window.print();
  }
}

offerAll();
document.addEventListener("htmx:after:swap", offerAll, true); // captured: what follows a game stops its events
