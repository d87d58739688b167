// Text size, the left hand, sound and vibration: words on the root element, kept in a cookie. The buttons are in the
// menu.

const root = document.documentElement;
const LASTS = 365 * 24 * 60 * 60; // seconds
const comforts = () => root.dataset.comfort.split(" ").filter(Boolean);
const isSize = (word) => word.startsWith("text-");
const SCHEMES = ["light", "dark"];

/** Whether sound, vibration or the left hand is chosen. */
export const isChosen = (word) => comforts().includes(word);

/** The chosen words after a tap on one; webapp/serving/device.py does the same. */
function comfortsAfter(word) {
  const isSameSort = (other) => [isSize, (one) => SCHEMES.includes(one)].some((sort) => sort(word) && sort(other));
  const others = comforts().filter((other) => other !== word && !isSameSort(other));
  return (isSize(word) ? word === "text-100" : isChosen(word)) ? others : [...others, word];
}

function showComforts() {
  for (const button of document.querySelectorAll("button[form=comfort]")) {
    const { value } = button;
    button.ariaPressed = String(value === "text-100" ? !comforts().some(isSize) : isChosen(value));
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[form=comfort]");
  if (!button) return;
  event.preventDefault();
  root.dataset.comfort = comfortsAfter(button.value).join(" ");
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
  document.cookie = `comfort=${comforts().join(".")}; max-age=${LASTS}; path=/; samesite=lax`;
  showComforts();
  // The server chooses the names of the yaku, so the page is loaded again.
  if (button.value === "translated") location.reload();
  button.dispatchEvent(new CustomEvent("comfort", { bubbles: true, detail: button.value }));
});
