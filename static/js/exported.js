// The script of a page of an exported site (webapp/commands/export.py) before Python can answer. It finds the page in
// the reader's language, says that Python is being fetched, and holds back requests that only Python can answer until
// then. It runs before anything of the page is shown. Pages that are opened later were made by Python, or wait for it.

(() => {
  const page = document.documentElement;
  if (page.dataset.answeredBy) return;
  const { dataset: words, src } = document.currentScript;
  const root = new URL("../../..", src).href;
  const languages = words.languages.split(" ");
  const [, folder, path] = location.href
    .slice(root.length)
    .replace(/[?#].*/s, "")
    .match(/^(?:(\w\w)(?=\/))?\/?(.*?)\/?(?:index\.html)?$/);
  const asked = new URLSearchParams(location.search);
  const isWaiting = path === "offline/waiting";
  const target = isWaiting && location.hash ? location.hash.slice(1) : "";

  const known = (names) => names.find((name) => languages.includes(name));
  const own = known([...navigator.languages.map((name) => name.slice(0, 2)), "en"]);
  const language = known([folder, asked.get("lang"), own]);

  // A host may show its page for missing files at any address.
  const isPage = `/${path}` === words.page;
  const isFile = isPage && (!location.search || asked.toString() === `lang=${asked.get("lang")}`);
  const folderOf = (name) => `${root}${name}/`;
  if (!isFile && !isWaiting) {
    return location.replace(`${folderOf(language)}offline/waiting/#${path}${location.search}${location.hash}`);
  }
  if (page.lang !== language) {
    return location.replace(`${folderOf(language)}${path && `${path}/`}${location.hash}`);
  }
  const chosen = language === own ? "" : `?lang=${language}`;
  if (folder && !isWaiting) history.replaceState(null, "", root + path + chosen + location.hash);

  // -- fetching Python ------------------------------------------------------------------------------

  page.dataset.first = "";
  const held = [];
  const hold = (event) => {
    if (event.defaultPrevented || event.target.method !== "post") return;
    event.preventDefault();
    held.push([event.target, event.submitter]);
  };
  // The page's own scripts handle a form first.
  addEventListener("submit", hold);

  addEventListener("DOMContentLoaded", async () => {
    const notice = document.createElement("p");
    Object.assign(notice, { className: "fetching", role: "status", textContent: words.fetching });
    const bar = document.createElement("progress");
    Object.assign(bar, { max: 1, value: 0, ariaLabel: words.fetching });
    notice.append(bar);
    document.body.append(notice);
    try {
      const { begin } = await import("./offline.js");
      await begin(language, isWaiting, (share) => {
        bar.value = share;
      });
    } catch {
      notice.textContent = words.failed;
      return;
    }
    removeEventListener("submit", hold);
    notice.remove();
    if (isWaiting) return location.replace(root + target);
    // Taps were asked again and again; the last one is asked at once.
    document.querySelector("#result[aria-busy=true]")?.closest("form").dispatchEvent(new Event("score"));
    for (const [form, submitter] of held.slice(-1)) form.requestSubmit(submitter);
  });
})();
