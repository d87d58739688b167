// The yaku page: the list follows what is typed. The server finds the yaku, as it does without scripts.

const search = document.querySelector(".search");
const PAUSE = 150;
let latest = 0;
let pause;

/** The address of the page with the text that is sought now. */
function address() {
  const query = new URLSearchParams(new FormData(search));
  if (!query.get("q")) query.delete("q");
  return `${search.getAttribute("action")}?${query}`;
}

/** Shows the yaku with such a name, unless more was typed meanwhile. Without a connection the list stays. */
async function find() {
  const asked = ++latest;
  const place = address();
  const response = await fetch(place).catch(() => null);
  if (!response?.ok || asked !== latest) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (asked !== latest) return;
  document.getElementById("found").replaceWith(page.getElementById("found"));
  history.replaceState(history.state, "", place);
}

search.addEventListener("input", () => {
  clearTimeout(pause);
  pause = setTimeout(find, PAUSE);
});
search.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(pause);
  find();
});
