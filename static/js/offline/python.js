// The application in a browser: Pyodide with the modules of the application's archive, ready to answer requests.
//
// Starting from the sources takes seconds. So Python's memory, with all modules imported and all templates compiled, is
// saved in the cache once. Later starts copy it back.

import { withGames } from "./games.js";
import createPyodideModule from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";

const OPTIONS = { indexURL: new URL("./", import.meta.url).href };

/** The module with a memory as large as the one to be copied into it (pyodide/pyodide#6254). */
const ofSize = (bytes) => async (settings) => {
  const made = await createPyodideModule(settings);
  while (made.HEAPU8.length < bytes) made._malloc(1 << 21);
  return made;
};

async function bytesOf(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Gives Python the archive. Our own files are unpacked, for templates are read as files; packages stay inside. */
async function unpack(python, app) {
  python.FS.writeFile("/app.zip", await bytesOf(app));
  python.runPython(`
import zipfile
with zipfile.ZipFile("/app.zip") as app:
    app.extractall("/app", [name for name in app.namelist() if name.startswith("webapp/")])
`);
}

async function fromMemory({ app, root }, bytes) {
  const python = await loadPyodide({ ...OPTIONS, _loadSnapshot: bytes, createPyodideModule: ofSize(bytes.length) });
  await unpack(python, app);
  python.runPython(`browser.check("${location.origin}${root}")`);
  return python;
}

async function fromSources(app) {
  const python = await loadPyodide({ ...OPTIONS, _makeSnapshot: true, createPyodideModule });
  await unpack(python, app);
  python.runPython(`
import sys
import zipimport
from functools import lru_cache
# It compiles each module twice, first to find out its file's name.
zipimport._get_module_code = lru_cache(1)(zipimport._get_module_code)
sys.path[:0] = ["/app", "/app.zip"]
from webapp import create_app
from webapp.serving import browser
browser.open_app(create_app)
`);
  return python;
}

/** Python from the saved memory; null if there is none. A memory that is no good is deleted. */
async function remembered(settings) {
  const memory = await caches.match(settings.memory);
  if (!memory) return null;
  try {
    return await fromMemory(settings, new Uint8Array(await memory.arrayBuffer()));
  } catch {
    await (await cacheOf(settings)).delete(settings.memory);
    return null;
  }
}

/** Saves the memory once every page was asked for. Between two pages requests are answered. */
async function saveMemory(python, browser, settings) {
  const pages = browser.warm_up(location.origin + settings.root);
  while (!pages.next().done) await new Promise((done) => setTimeout(done));
  pages.destroy();
  await (await cacheOf(settings)).put(settings.memory, new Response(python.makeMemorySnapshot()));
}

const cacheOf = ({ root }) => caches.open(`agari${root}-python`);

/** Starts Python. Returns two functions. `answer`: {method, url, headers, body} → {status, headers, body}, or the promise
 * of it for a page of a game. `save` saves the memory unless Python was started from it. */
export async function boot(settings) {
  const known = await remembered(settings);
  const python = known ?? (await fromSources(settings.app));
  const browser = python.pyimport("webapp.serving.browser");
  const keeping = withGames(`agari${settings.root}-games`, browser.load_games, browser.changed_games);
  const answered = ({ method, url, headers, body, copy }) => {
    if (copy) browser.take_copy(`${location.origin}${settings.root}`, copy);
    const result = browser.answer(method, url, python.toPy(headers), python.toPy(body ?? new Uint8Array()));
    const [status, sent, bytes] = result.toJs();
    result.destroy();
    return { status, headers: sent, body: bytes };
  };
  let files;
  /** Pictures are made of letters and tiles, which are read when the first one is drawn. */
  const withFiles = () => {
    files ??= Promise.all(
      Object.entries(settings.pictures).map(async ([name, address]) => {
        browser.take_file(name, python.toPy(await bytesOf(address)));
      }),
    ).catch((error) => {
      files = null;
      throw error;
    });
    return files;
  };
  const isPicture = ({ url }) => /\/(preview|game)\.svg$/.test(new URL(url).pathname);
  const isGame = ({ url }) => new URL(url).pathname.startsWith(`${settings.root}/game`);
  const made = (request) => (isGame(request) ? keeping(() => answered(request)) : answered(request));
  return {
    answer: (request) => (isPicture(request) ? withFiles().then(() => made(request)) : made(request)),
    save: () => known || saveMemory(python, browser, settings),
  };
}
