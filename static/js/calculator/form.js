// The form holds the whole state of the calculator. Here it is turned into text and filled from text.

export const form = document.getElementById("table");

/** The field of this name, or the group of its radio buttons. */
export const field = (name) => form.elements[name];

/** Whether the hand is entered for a game. Then the device does not keep it in its list of hands. */
export const isAtTable = "atTable" in form.dataset;

/** Every control of the form that a selector finds. */
export const all = (selector) => form.querySelectorAll(selector);

// These fields are not part of the hand: undo leaves them alone.
const APART = ["mode", "selected", "lang", "game", "seat_before", "shown"];

/** The wind of the winner's seat; after a new hand it is a guess until it is tapped. */
export const seat = () => field("seat").value || field("guessed_seat").value;

/** The whole state as text. */
export function snapshot() {
  const state = new URLSearchParams(new FormData(form));
  for (const name of APART) state.delete(name);
  return state.toString();
}

/** Fills the form from the text of a state. */
export function restore(state) {
  const values = new URLSearchParams(state);
  for (const element of form.elements) {
    if (!element.name || element.tagName === "BUTTON" || APART.includes(element.name)) continue;
    if (element.type === "checkbox" || element.type === "radio") {
      element.checked = values.get(element.name) === element.value;
    } else {
      element.value = values.get(element.name) ?? "";
    }
  }
}

/** A state without its empty fields: the query of an address. */
export const query = (state) => new URLSearchParams([...new URLSearchParams(state)].filter(([, value]) => value));

/** The rules in a state. */
export const rulesOf = (state) =>
  [...new URLSearchParams(state)].filter(([name]) => name.startsWith("rule")).toString();
