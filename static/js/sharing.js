// The buttons that share what the fields beside them hold: by the system's share sheet, by the clipboard.

const WAYS = {
  system: (find) => navigator.share({ title: find("text").value.split("\n")[0], url: find("link").value }),
  link: (find) => navigator.clipboard.writeText(find("link").value),
  text: (find) => navigator.clipboard.writeText(find("text").value),
  picture: (find) => {
    const painted = fetch(find("picture").href).then((response) => response.blob());
    return navigator.clipboard.write([new ClipboardItem({ "image/png": painted })]);
  },
};

/** What this browser can do; the clipboard and the sheet need HTTPS. */
const CAN = {
  system: () => Boolean(navigator.share),
  link: () => Boolean(navigator.clipboard),
  text: () => Boolean(navigator.clipboard),
  picture: () => Boolean(navigator.clipboard?.write && window.ClipboardItem),
};

/** Shows the buttons for what this browser can do. */
export function offer(place) {
  for (const button of place.querySelectorAll("[data-share-by]")) button.hidden = !CAN[button.dataset.shareBy]();
}

/** Lets the buttons of this part of the page work, whatever it holds later. */
export function listen(place) {
  const find = (name) => place.querySelector(`[data-shared-${name}]`);
  place.addEventListener("focusin", ({ target }) => target.select?.());
  place.addEventListener("click", async ({ target }) => {
    const way = target.dataset.shareBy;
    if (!way) return;
    const said = place.querySelector(".said");
    said.textContent = "";
    try {
      await WAYS[way](find);
      said.textContent = way === "system" ? "" : said.dataset.done;
    } catch (error) {
      if (error.name !== "AbortError") said.textContent = said.dataset.failed;
    }
  });
}
