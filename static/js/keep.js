// The page "Without a network": keeps the needed files on the device, shows how many of them are here, and deletes
// them.

const part = document.getElementById("offline");
const place = (name) => part.querySelector(`[data-offline=${name}]`);
const [keep, remove, bar, making, kept, failed] = ["keep", "remove", "progress", "making", "kept", "failed"].map(place);

/** Shows what can be done now. */
function show(isKept) {
  keep.hidden = isKept;
  kept.hidden = remove.hidden = !isKept;
  bar.hidden = making.hidden = true;
}

async function start() {
  const offline = await import("./offline.js");
  show(await offline.isKept());
  keep.addEventListener("click", async () => {
    keep.hidden = failed.hidden = true;
    bar.hidden = making.hidden = false;
    try {
      await offline.keepAsAsked((share) => {
        bar.value = share;
      });
    } catch {
      failed.hidden = false;
    }
    show(await offline.isKept());
  });
  remove.querySelector("button").addEventListener("click", async () => {
    await offline.remove();
    show(false);
  });
}

if (navigator.serviceWorker && window.caches) start();
else place("impossible").hidden = false;
