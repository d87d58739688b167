// The part of use without a network that every page has. The rest (static/js/offline.js) is loaded only where it is
// wanted.

import { isWanted } from "./wanted.js";

// This script is sent as a part of the pages' scripts, and `offline.js` lies beside those.
const fetched = () => import("./offline.js");

// The service worker asks the page what the server does not answer; from the first moment, or the question is lost.
const container = navigator.serviceWorker;
container?.addEventListener("message", (event) => fetched().then(({ answer }) => answer(event)));
if (container && (container.controller || isWanted() || document.querySelector("#live"))) fetched();

// The browser says once that the page can be installed. It is asked to install it when the user presses the button.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  for (const button of document.querySelectorAll("[data-action=install]")) {
    button.hidden = false;
    button.addEventListener("click", () => event.prompt(), { once: true });
  }
});
addEventListener("appinstalled", () => {
  for (const button of document.querySelectorAll("[data-action=install]")) button.hidden = true;
  fetched().then(({ keep }) => keep());
});
