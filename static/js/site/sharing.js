// The buttons that share what the fields beside them hold: by the system's share sheet, by the clipboard, as a file.

const PATIENCE = 5000; // ms until the picture is painted here
const WRITTEN = 60000; // ms after which a file has been written: some browsers still read it after the tap

/** The picture as the server painted it; null if no server answers. */
async function fetched(address) {
  if (document.documentElement.dataset.answeredBy !== "server") return null;
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
  return response?.ok ? response.blob() : null;
}

/** The picture as this browser paints it. */
async function painted(address) {
  const image = new Image();
  image.src = address.replace(/\.png(?=\?|$)/, ".svg");
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
}

const picture = async ({ href }) => (await fetched(href)) ?? painted(href);

async function save(link) {
  const { download } = link;
  const href = URL.createObjectURL(await picture(link));
  const file = Object.assign(document.createElement("a"), { href, download });
  file.click();
  setTimeout(() => URL.revokeObjectURL(href), WRITTEN);
}

/** Saves a picture that cannot be copied; false if that fails too. */
const saved = (link) =>
  save(link).then(
    () => true,
    () => false,
  );

/** The title of what is shared: the first line of the text; for a link alone, the title of the page. */
const titleOf = (text) => text?.value.split("\n")[0] ?? document.title;

const WAYS = {
  file: (find) => save(find("picture")),
  system: (find) => navigator.share({ title: titleOf(find("text")), url: find("link").value }),
  link: (find) => navigator.clipboard.writeText(find("link").value),
  text: (find) => navigator.clipboard.writeText(find("text").value),
  picture: (find) => navigator.clipboard.write([new ClipboardItem({ "image/png": picture(find("picture")) })]),
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

/** Makes the share buttons in this part of the page work, even those that are added later. */
export function listen(place) {
  const find = (name) => place.querySelector(`[data-shared-${name}]`);
  place.addEventListener("focusin", ({ target }) => target.select?.());
  place.addEventListener("click", async (event) => {
    const { target } = event;
    const way = target.dataset.shareBy ?? (target === find("picture") && "file");
    if (!way) return;
    if (way === "file") event.preventDefault();
    const said = place.querySelector(".said");
    said.textContent = "";
    try {
      await WAYS[way](find);
      said.textContent = target.dataset.done ?? "";
    } catch (error) {
      if (error.name === "AbortError") return;
      const isSaved = way === "picture" && (await saved(find("picture")));
      said.textContent = isSaved ? said.dataset.saved : said.dataset.failed;
    }
  });
}
