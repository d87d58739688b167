// A phone that only looks on has no copy of the game: without a network, this device would not know that it does.

import { copied, keepCopy } from "./offline/copy.js";

const form = document.querySelector(".who-am-i");
form?.addEventListener("submit", ({ submitter }) => {
  if (!submitter.value && form.action.endsWith(`${copied().table}/seat`)) keepCopy(null);
});
