// What each control of the form does when it is tapped.

import { guard } from "../site/sheets.js";
import { chosenIn, goOn } from "./begun.js";
import { changed, undo } from "./changes.js";
import { edit } from "./details.js";
import { place } from "./entered.js";
import { discard, draw, keepSeats, setNorthAside, tap } from "./entry.js";
import { all, field, form, restore } from "./form.js";
import { show, showSelected } from "./hand.js";
import { exchange, feed, redden, select, takeRun, win } from "./mending.js";
import { pressMode, setMode } from "./modes.js";
import { present } from "./steps.js";

const READ = 2000;

/** A key that can enter nothing says why, for as long as it takes to read or until the next tap. */
export function refuse(key) {
  key.classList.add("refused");
  clearTimeout(key.refused);
  key.refused = setTimeout(() => key.classList.remove("refused"), READ);
}

function press(key) {
  const isEntered = tap(key);
  if (!isEntered) refuse(key);
  return isEntered;
}

const isRead = (element) => Boolean(element.closest(".readings"));
const choose = (value, name = "by") => {
  form.querySelector(`[data-${name}="${value}"]`).checked = true;
};

/** Turns off the switches that another one replaces. */
function turnOff(names) {
  for (const name of names) if (form.elements[name]) form.elements[name].checked = false;
}

function step({ dataset, parentElement }) {
  const number = parentElement.querySelector("input");
  if (dataset.step === "1") number.stepUp();
  else number.stepDown();
}

/** Buttons that change the entry. A result of false means that nothing was changed. */
const EDITS = {
  "[data-tile]": press,
  "[data-wait]": ({ dataset }) => draw(dataset.wait),
  "[data-discard]": ({ dataset }) => discard(dataset.discard),
  "[data-action=remove]": () => exchange(),
  "[data-action=winning]": win,
  "[data-action=red]": () => redden(1),
  "[data-action=plain]": () => redden(-1),
  "[data-feeder]": ({ value }) => feed(value),
  "[data-run]": ({ value }) => takeRun(value),
  "[data-action=nuki]": setNorthAside,
  "[data-action=no-norths]"() {
    form.elements.nuki.value = 0;
  },
  "[data-action=who-is-liable]"() {
    form.elements.liable.value = "";
  },
  "button[name=by]": ({ value }) => choose(value),
  "button[name=from]"({ value }) {
    choose("ron");
    choose(value, "from");
  },
  "button[name=fed]"({ value }) {
    form.elements.liable.value = value;
  },
  "[data-step]": step,
  "[data-state]"(button) {
    restore(button.dataset.state);
    setMode("tile");
    button.closest("details")?.removeAttribute("open");
    scrollTo({ top: 0 });
  },
};

/** Other buttons and links. */
const ACTIONS = {
  "input[aria-disabled]"() {},
  ".edit": edit,
  "[name=select]"({ value }) {
    select(value);
    showSelected();
  },
  "[data-action=undo]": undo,
  // Enter in a field presses this button.
  "button[aria-hidden]": () => changed({ isRead: isRead(document.activeElement) }),
};

/** Choices that also react to a tap on the one already chosen. */
const CHOICES = {
  mode({ value }) {
    pressMode(value);
    show();
  },
  // Naming the player who dealt in chooses ron.
  from() {
    choose("ron");
    changed();
  },
};

const found = (actions, element) => actions[Object.keys(actions).find((selector) => element.matches(selector))];

form.addEventListener("click", (event) => {
  const control = event.target.closest("button, a, input");
  for (const key of all(".refused")) key.classList.remove("refused");
  // A tap beside everything ends the selection.
  if (!control && place() !== "") {
    setMode("tile");
    showSelected();
  }
  if (control?.form !== form && !control?.matches("a")) return;
  const [action, edits] = [found(ACTIONS, control), found(EDITS, control)];
  if (action || edits) event.preventDefault();
  if (action) action(control);
  else if (edits) edits(control) !== false && changed();
  else CHOICES[control.name]?.(control);
});

form.addEventListener("change", ({ target }) => {
  if (target.name in CHOICES) return;
  if (target.checked && target.dataset.replaces) turnOff(target.dataset.replaces.split(" "));
  if (target.name === "seat") {
    const before = new URLSearchParams(present);
    field("guessed_seat").value = "";
    keepSeats(before.get("seat") ?? before.get("guessed_seat"));
  }
  if (target.name === "rules") openWithRules(target.value);
  else changed({ isRead: isRead(target) });
});

form.addEventListener("submit", (event) => event.preventDefault());

/** Opens the page with this hand and another preset, or the user's own rules; the panel of the choice stays open. */
function openWithRules(rules) {
  const state = new URLSearchParams(new FormData(form));
  for (const name of [...state.keys()]) if (/^(rule\.|game$)/.test(name)) state.delete(name);
  if (rules.includes("=")) for (const [name, value] of new URLSearchParams(rules)) state.set(name, value);
  goOn(`?${state}`, "panel");
}

/** Opens the panel of the rules again after they were chosen in it. */
function openPanel() {
  if (chosenIn !== "panel") return;
  const rules = form.querySelector("[data-field=rules]");
  rules.closest("details").open = true;
  rules.focus({ preventScroll: true });
  guard();
}

openPanel();
