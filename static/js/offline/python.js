// The application in a browser: Pyodide with the modules of the application's archive, ready to answer requests.
//
// Starting from the sources takes seconds. So Python's memory, with all modules imported and all templates compiled, is
// saved in the cache once. Later starts copy it back.

import { withGames } from "./games.js";
import createPyodideModule from "./pyodide.asm.mjs";
import { loadPyodide } from "./pyodide.mjs";

/** How the header of a file begins in a zip file. */
const FILE = 0x04034b50;
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

/** Gives Python the files of the archive. Nothing in it is compressed, so they are parts of its bytes. Each follows a
 * header (APPNOTE.TXT, 4.3.7). */
async function unpack({ FS }, app) {
  const bytes = await bytesOf(app);
  const view = new DataView(bytes.buffer);
  for (let at = 0; view.getUint32(at, true) === FILE; ) {
    const nameAt = at + 30;
    const nameEnd = nameAt + view.getUint16(at + 26, true);
    const bodyAt = nameEnd + view.getUint16(at + 28, true);
    at = bodyAt + view.getUint32(at + 18, true);
    const path = `/app/${new TextDecoder().decode(bytes.subarray(nameAt, nameEnd))}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bytes.subarray(bodyAt, at), { canOwn: true });
  }
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
sys.path.insert(0, "/app")
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
    // The server has whose phone this is from a cookie, which no script can read.
    const seat = copy && JSON.parse(copy).seat;
    const given = seat ? { ...headers, Cookie: `seat=${seat}` } : headers;
    const result = browser.answer(method, url, python.toPy(given), python.toPy(body ?? new Uint8Array()));
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
