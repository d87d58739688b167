// Starts the calculator. The page works without scripts too: then each tap sends the form.

import { isOwn, openLast, showAddress } from "./calculator/address.js";
import { question } from "./calculator/answers.js";
import { takeOver } from "./calculator/changes.js";
import { edit, unfold } from "./calculator/details.js";
import { all, field, form, isAtTable, query } from "./calculator/form.js";
import { show } from "./calculator/hand.js";
import "./calculator/keyboard.js";
import "./calculator/runs.js";
import "./calculator/taps.js";
import { read } from "./storage.js";

// Sharing, the last hands and the user's own rules are fetched when they are needed.
form.addEventListener("click", (event) => {
  const link = event.target.closest("[data-share]");
  if (link) {
    event.preventDefault();
    import("./share.js").then(({ share }) => share(link.href));
  }
  if (event.target.matches("[data-action=history]")) import("./history.js").then(({ open }) => open());
});
if (read("agari.rules") && !isAtTable) import("./own-rules.js").then(({ offer }) => offer(field("rules")));

// A scored hand joins the list of the last hands, unless it is changed while the list is fetched.
document.addEventListener("htmx:after:swap", () => {
  const scored = question();
  if (isAtTable || !document.querySelector("#result [data-points]")) return;
  import("./history.js").then(({ remember }) => {
    if (question() === scored) remember();
  });
});

// Pasted tiles replace the hand; everything else that was entered stays.
document.getElementById("paste").addEventListener("submit", (event) => {
  event.preventDefault();
  const state = query(new FormData(form));
  state.set("text", event.target.elements.text.value);
  location.assign(`/?${state}`);
});

for (const button of all("[data-action=help], [data-action=history], [data-step]")) button.hidden = false;
unfold();
show();
if (isOwn()) edit();
// An address that could not be read stays as it is, so that it can be corrected.
if (!openLast() && !("unread" in form.dataset)) showAddress();
// Taps before this script was loaded count too.
const isTouched = [...form.elements].some(
  (input) => input.checked !== undefined && input.checked !== input.defaultChecked,
);
if (isTouched) addEventListener("load", takeOver);
