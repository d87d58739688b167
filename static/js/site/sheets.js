// Sheets open over the page or in place of its keys. The phone's Back closes the open sheet; another Back leaves the
// page.
//
// Opening a sheet adds an entry to the browser's history, so that Back has something to take away. If the sheet is
// closed by hand, the entry stays, and Back then passes over it.

const MENUS = ".menu[open], .more[open]";
const topmost = () =>
  document.querySelector("dialog[open]") ?? document.querySelector(MENUS) ?? document.querySelector(".readings[open]");

/** To be called when a sheet opens. */
export function guard() {
  if (history.state?.sheet === "open") return;
  history.replaceState({ ...history.state, sheet: "closed" }, "");
  history.pushState({ ...history.state, sheet: "open" }, "");
}

/** Opens a dialog at its beginning. */
export function openDialog(dialog) {
  guard();
  dialog.showModal();
  dialog.scrollTop = 0;
}

function close(sheet) {
  if (sheet.matches("dialog")) sheet.close();
  else sheet.open = false;
}

addEventListener("popstate", ({ state }) => {
  if (state?.sheet !== "closed") return;
  const sheet = topmost();
  if (!sheet) return history.back();
  close(sheet);
  if (topmost()) guard();
});

document.addEventListener("click", ({ target, clientX, clientY }) => {
  const fold = target.closest("summary")?.parentElement;
  if (fold?.matches(".menu, .more") && !fold.open) guard();
  if (target.matches("dialog") && isOutside(target.getBoundingClientRect(), clientX, clientY)) target.close();
});

const isOutside = ({ left, right, top, bottom }, x, y) => x < left || x > right || y < top || y > bottom;

document.addEventListener("keydown", ({ key, target }) => {
  const menu = target.closest(MENUS);
  if (key !== "Escape" || !menu) return;
  menu.open = false;
  menu.firstElementChild.focus();
});
