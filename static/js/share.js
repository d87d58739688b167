// Shares a result: by the system's share sheet, by the clipboard, or from a field. Loaded at the first use.

const dialog = document.getElementById("share");
const place = dialog.firstElementChild;
const find = (name) => place.querySelector(`[data-shared-${name}]`);

const WAYS = {
  system: () => navigator.share({ title: find("text").value.split("\n")[0], url: find("link").value }),
  link: () => navigator.clipboard.writeText(find("link").value),
  text: () => navigator.clipboard.writeText(find("text").value),
  picture: () => {
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

place.addEventListener("focusin", ({ target }) => target.select?.());
place.addEventListener("click", async ({ target }) => {
  const way = target.dataset.shareBy;
  if (!way) return;
  const said = place.querySelector(".said");
  said.textContent = "";
  try {
    await WAYS[way]();
    said.textContent = way === "system" ? "" : said.dataset.done;
  } catch (error) {
    if (error.name !== "AbortError") said.textContent = said.dataset.failed;
  }
});

/** Fills the dialog that shares the hand of a link; without a connection it shows only the link. */
export async function show(link) {
  place.replaceChildren();
  try {
    const response = await fetch(`/share${new URL(link).search}`, { headers: { "HX-Request": "true" } });
    if (!response.ok) throw new Error(response.status);
    place.replaceChildren(...new DOMParser().parseFromString(await response.text(), "text/html").body.children);
  } catch {
    const field = document.createElement("input");
    Object.assign(field, { value: link, readOnly: true, ariaLabel: dialog.ariaLabel });
    return place.replaceChildren(field);
  }
  for (const button of place.querySelectorAll("[data-share-by]")) button.hidden = !CAN[button.dataset.shareBy]();
}
