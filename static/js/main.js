// Starts the calculator. The page works without scripts too: then each tap sends the form.

import { isOwn, openLast, showAddress } from "./calculator/address.js";
import { question } from "./calculator/answers.js";
import { begunAt, chosenIn, goesOn } from "./calculator/begun.js";
import { takeOver } from "./calculator/changes.js";
import { edit, unfold } from "./calculator/details.js";
import { all, field, form, isAtTable, query } from "./calculator/form.js";
import { show } from "./calculator/hand.js";
import "./calculator/feel.js";
import "./calculator/fit.js";
import "./calculator/keyboard.js";
import "./calculator/rule.js";
import "./calculator/runs.js";
import "./calculator/second-tap.js";
import "./calculator/taps.js";
import "./offline/start.js";
import { ROOT } from "./site/root.js";
import { openDialog } from "./site/sheets.js";
import { read, write } from "./site/storage.js";

// Sharing and the user's own rules are fetched when they are needed.
form.addEventListener("click", (event) => {
  const link = event.target.closest("[data-share], [data-action=share]");
  if (!link) return;
  event.preventDefault();
  link.closest("details[open].menu")?.removeAttribute("open");
  openDialog(document.getElementById("share"));
  import("./share.js").then(({ show }) => show(link.href));
});
if (read("agari.rules") && !isAtTable) {
  import("./own-rules.js").then(({ nameOf, OF_HANDS, offer }) => {
    const name = () => {
      const [place, own] = [document.querySelector(".in-force"), nameOf(new FormData(form), OF_HANDS)];
      if (place && own) place.textContent = own;
    };
    offer(field("rules"), new FormData(form), OF_HANDS);
    document.addEventListener("htmx:after:swap", name);
    name();
  });
}

// A scored hand joins the list of the last hands, unless it is changed while the list is fetched.
function keepHand(how) {
  const scored = question();
  if (isAtTable || !document.querySelector("#result [data-points]")) return;
  import("./remember.js").then(({ remember }) => {
    if (question() === scored) remember(begunAt(), how);
  });
}
document.addEventListener("htmx:after:swap", () => keepHand());

// A pasted hand replaces the one that was entered.
const pasting = document.getElementById("paste");
const pasted = pasting.elements.text;
pasting.addEventListener("submit", (event) => {
  event.preventDefault();
  const state = query(new FormData(form));
  state.set("text", pasted.value);
  location.assign(`${ROOT}?${state}`);
});
form.addEventListener("click", async (event) => {
  if (!event.target.closest("[data-action=paste]")) return;
  event.preventDefault();
  // Where the browser does not let the page read the clipboard, the field is opened for it.
  pasted.value = (await navigator.clipboard?.readText?.().catch(() => "")) ?? "";
  if (pasted.value.trim()) return pasting.requestSubmit();
  pasted.closest("details").open = true;
  pasted.focus();
});

// Until something is entered for the first time, the empty answer shows what fingers can do.
const KNOWN = "agari.known";
if (!read(KNOWN)) {
  form.querySelector("[data-then]")?.replaceWith(document.getElementById("gestures").content);
  form.addEventListener("score", () => write(KNOWN, "1"), { once: true });
}

for (const button of all("[data-step]")) button.hidden = false;
unfold();
show();
if (isOwn()) edit();
// An address that could not be read stays as it is, so that it can be corrected.
if (!openLast() && !("unread" in form.dataset)) showAddress();
if (goesOn) keepHand({ isKnown: !chosenIn });
// Taps before this script was loaded count too.
if ([...form.elements].some((input) => input.checked !== input.defaultChecked)) addEventListener("load", takeOver);
