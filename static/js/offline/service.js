// The service worker. The server answers; if it fails or takes too long, Python on the device does.
//
// Browsers end a service worker at will, so Python runs in a worker of a page (../offline.js), which is asked from
// here. The server writes SETTINGS above this script: the version, the addresses of all files. An exported site is
// alone: there is no server, its pages lie as files on a host (`webapp/commands/export.py`), and Python answers
// everything else.

const { root: ROOT, isAlone } = SETTINGS;
const OURS = `agari${ROOT}-`; // other sites of the same host have caches too
const SHELL = OURS + SETTINGS.version;
const PYTHON = `${OURS}python`;
const PATIENCE = 1500; // ms until the device is asked too
const SOON = 400; // ms until Python is started, in case it is needed
const MAKING = 8000; // ms that the server has to make a game
const TRIES = 4; // how often the server is asked to make it
const WEAK = 30000; // ms after a slow answer in which the device is asked at once
const TAKEN = 3000; // ms in which a page must say that it will answer
const LONGEST = 30000; // ms that the page then has for its answer
const HOME = "/";
const WAITING = "/offline/waiting";
const LANGUAGE = `${ROOT}/offline/language`;
const MARK = "X-Answered-By"; // every answer of ours has it; the sign-in page of a network has not
let weakUntil = 0;

// -- what is kept ------------------------------------------------------------------------------------

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function install() {
  const cache = isAlone ? "no-cache" : "default"; // a host's own cache headers may be wrong for our pages
  await (await caches.open(SHELL)).addAll(SETTINGS.shell.map((address) => new Request(address, { cache })));
  if (await caches.has(PYTHON)) await keepPython(); // a new version replaces the one that was kept
}

async function activate() {
  const isOld = (name) => name.startsWith(OURS) && ![SHELL, PYTHON].includes(name);
  for (const name of await caches.keys()) if (isOld(name)) await caches.delete(name);
  if (await caches.has(PYTHON)) {
    const cache = await caches.open(PYTHON);
    const needed = [...Object.keys(SETTINGS.python), SETTINGS.memory];
    for (const { url } of await cache.keys()) if (!needed.includes(new URL(url).pathname)) await cache.delete(url);
  }
  await self.clients.claim();
}

/** Fetches the files that are not kept yet, and reports the part that is here, from 0 to 1. */
async function keepPython(tell = () => {}) {
  const cache = await caches.open(PYTHON);
  const sizes = Object.entries(SETTINGS.python);
  const whole = sizes.reduce((sum, [, size]) => sum + size, 0);
  let done = 0;
  for (const [address, size] of sizes) {
    if (!(await cache.match(address))) {
      await cache.put(address, await fetched(address, (share) => tell((done + share * size) / whole)));
    }
    done += size;
    tell(done / whole);
  }
}

/** Fetches a file and reports how much of it has come. The bytes are counted after unpacking; about a third of them
 * were sent. A host of files packs nothing and knows no headers: there the file itself is packed, and SETTINGS has its
 * headers. */
async function fetched(address, tell) {
  const response = await fetch(isAlone ? `${address}.packed` : address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const body = isAlone ? response.body.pipeThrough(new DecompressionStream("gzip")) : response.body;
  const headers = isAlone ? SETTINGS.headers[address.split(".").pop()] : response.headers;
  const expected = 3.5 * SETTINGS.python[address];
  let come = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      come += chunk.length;
      tell(Math.min(come / expected, 1));
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(counter), { headers });
}

const isKept = async () => Boolean(await caches.match(SETTINGS.app));

self.addEventListener("message", (event) => event.waitUntil(told(event)));

/** A page asks for the settings, or for Python to be kept. */
async function told({ data, ports: [port] }) {
  try {
    if (isAlone) await self.clients.claim(); // also a page that was loaded past this worker
    if (data === "keep") await keepPython((share) => port.postMessage({ share }));
    port.postMessage({ settings: SETTINGS, isKept: await isKept() });
  } catch (error) {
    port.postMessage({ error: String(error) });
  }
}

// -- requests ----------------------------------------------------------------------------------------

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = pathOf(request.url);
  if (new URL(request.url).origin !== location.origin || isForServer(request, path)) return;
  if (/^\/(static|offline)\/[@a]/.test(path)) event.respondWith(file(request));
  else if (isAlone || isOfDevice(path)) event.respondWith(answerAlone(request, event.clientId));
  else if (isMaking(request, path)) event.respondWith(make(request, event.clientId));
  else if (isOfGroup(path)) event.respondWith(answerOfGroup(request, event.clientId));
  else event.respondWith(answer(request, event.clientId));
});

const pathOf = (url) => new URL(url).pathname.slice(ROOT.length);

/** Requests for the server or the host alone: this script, painted pictures, changing or following the server's
 * games. */
function isForServer(request, path) {
  if (/^\/(sw\.js|preview\.png|manifest|apple-)/.test(path)) return true;
  return (
    request.mode !== "navigate" && (isMove(path) || ((isOfServer(path) || isOfGroup(path)) && !isPage(request, path)))
  );
}

/** A page of a game, or the answer to a tap on its calculator: the device makes it from its copy of the game. */
function isPage({ method, headers }, path) {
  return method === "GET" ? !headers.has("Prefer") && !/\.\w+$/.test(path) : path.endsWith("/hand");
}

/** Games have links with 22 characters; those that are played on this device alone begin in their own way. */
const isOfDevice = (path) => path.startsWith("/game/device-");
/** Groups are kept on the server alone. */
const isOfGroup = (path) => !isAlone && /^\/group\b/.test(path);
/** A form that makes a game; it has a key, by which the server makes one only. */
const isMaking = ({ method }, path) => method === "POST" && ["/game", "/game/import"].includes(path);
/** Games of this device go to the server, by a request of a script. */
const isMove = (path) => ["/game/import", "/game/evening"].includes(path);
const isOfServer = (path) => !isAlone && !isOfDevice(path) && /^\/game\/[\w-]{22}\b/.test(path);

/** Answers a request on a site without a server. Until Python is kept, the host has pages. */
async function answerAlone(request, clientId) {
  if (isAlone && !(await isKept())) return fetch(request);
  const address = plain(request.url);
  if (request.mode === "navigate" && address !== request.url) return Response.redirect(address);
  const asked = request.clone();
  return fromDevice(request, clientId).catch(() => shell(asked));
}

/** The address of a page, from that of its file: `/ja/table/` → `/table?lang=ja`. */
function plain(url) {
  const address = new URL(url);
  const [, first, rest] = pathOf(url).match(/^\/(\w\w(?=\/))?(.*?)\/?(?:index\.html)?$/) ?? [];
  if (!isAlone || rest === undefined) return url;
  if (first) address.searchParams.set("lang", first);
  address.pathname = `${ROOT}/${rest.replace(/^\//, "")}`;
  return address.href;
}

/** A file from the cache: its address changes with its content. */
async function file(request) {
  const kept = await caches.match(request.url, { ignoreVary: true }).catch(() => null);
  return kept ?? fetch(request);
}

/** Makes a game in one place only: on the server if that answers now, else on this device. */
async function make(request, clientId) {
  const asked = request.clone();
  const isHere = (await isKept().catch(() => false)) && !(await isServerThere());
  return (isHere ? fromDevice(request, clientId) : insisted(request)).catch(() => shell(asked));
}

async function isServerThere() {
  const sent = fetch(`${ROOT}/manifest.webmanifest`, { method: "HEAD", cache: "no-store" });
  return Promise.race([sent.then(ours), pause(PATIENCE)]).then(Boolean, () => false);
}

/** The server's answer. If it is lost, the server is asked again. */
async function insisted(request) {
  const { url, method, headers } = request;
  const body = await request.arrayBuffer();
  for (let tries = 1; ; tries += 1) {
    try {
      const signal = AbortSignal.timeout(MAKING);
      return await fetch(url, { method, headers, body, redirect: "manual", signal });
    } catch (error) {
      if (tries === TRIES) throw error;
      await pause(PATIENCE);
    }
  }
}

/** The server's answer, however slow. If there is none, the device says that groups need the server. */
async function answerOfGroup(request, clientId) {
  const asked = request.clone();
  const late = pause(MAKING).then(() => Promise.reject(new Error("no answer")));
  return Promise.race([fetch(request), late])
    .catch(() => fromDevice(asked, clientId))
    .catch(() => shell(asked));
}

async function answer(request, clientId) {
  const asked = request.clone();
  const begun = Date.now();
  const sent = fetch(request);
  const server = sent.then((response) => ours(response, asked));
  server.then(
    () => {
      if (Date.now() - begun < PATIENCE) weakUntil = 0;
    },
    () => {},
  );
  const isChange = isOfServer(pathOf(asked.url)) && asked.method === "POST" && !isPage(asked, pathOf(asked.url));
  if (isChange) return sent.catch(() => shell(asked));
  if (!(await isKept().catch(() => false))) return sent.catch(() => shell(asked));
  const preparing = setTimeout(prepare, SOON, clientId);
  const first = await Promise.race([server, pause(begun < weakUntil ? 0 : PATIENCE)]).catch(() => null);
  clearTimeout(preparing);
  if (first) return remembered(asked, first);
  weakUntil = Date.now() + WEAK;
  return Promise.any([server, fromDevice(asked, clientId).then(known(asked))]).catch(() => shell(asked));
}

/** Passes on the device's answer, unless the device has no copy of the game that is asked for. */
const known = (asked) => (response) => {
  if (response.status === 404 && isOfServer(pathOf(asked.url))) throw new Error("no copy");
  return response;
};

/** Has a page start its Python. */
async function prepare(clientId) {
  (await self.clients.get(clientId))?.postMessage({ settings: SETTINGS });
}

const pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, null);
  });

/** The answer, if it is one of our server, and not of a broken gateway or of a network that wants a sign-in. */
async function ours(response, asked) {
  if (response.type === "opaqueredirect") {
    // The target of a redirect cannot be seen. If it is asked again, it either leads to our page or fails.
    if (asked.method === "GET") await ours(await fetch(asked.url), asked);
    return response;
  }
  if (response.status >= 500 || !response.headers.has(MARK)) throw new Error(`no answer of ours: ${response.status}`);
  return response;
}

const languageIn = ({ mode, url }) => (mode === "navigate" ? new URL(url).searchParams.get("lang") : null);

/** The shell speaks the language that was chosen last. */
function remembered(asked, response) {
  if (languageIn(asked)) renewShell().catch(() => {});
  return response;
}

async function renewShell() {
  const cache = await caches.open(SHELL);
  await cache.delete(LANGUAGE);
  await cache.addAll([HOME, WAITING]);
}

/** The language that was chosen while the server was away, which has a cookie for it; undefined if none was. */
async function languageHere(asked) {
  const cache = await caches.open(SHELL);
  const chosen = languageIn(asked);
  if (chosen) await cache.put(LANGUAGE, new Response(chosen));
  return chosen ?? (await cache.match(LANGUAGE))?.text();
}

/** The language of a page of the shell: an exported site has them all. */
async function languageOfShell(asked) {
  const wanted = [await languageHere(asked), ...navigator.languages.map((name) => name.slice(0, 2))];
  return wanted.find((name) => SETTINGS.languages.includes(name)) ?? "en";
}

// -- the device --------------------------------------------------------------------------------------

/** Python's answer, from the page that asks or, for a new page, from one whose Python is running. */
async function fromDevice(asked, clientId) {
  const isNew = asked.mode === "navigate";
  const pages = await self.clients.matchAll({ type: "window" });
  const order = isNew ? pages : pages.filter(({ id }) => id === clientId);
  const request = {
    method: asked.method,
    url: asked.url,
    headers: {
      ...Object.fromEntries(asked.headers),
      "accept-language": navigator.languages.join(","),
      referer: asked.referrer,
    },
    body: asked.method === "GET" ? null : new Uint8Array(await asked.arrayBuffer()),
    language: await languageHere(asked),
  };
  const { status, headers, body } = await oneOf(order, request, isNew && asked.method === "GET");
  const { location } = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
  if (location) return Response.redirect(new URL(location, asked.url), status);
  const isEmpty = [204, 304].includes(status);
  return new Response(isEmpty ? null : isNew ? marked(body) : body, { status, headers });
}

/** The first answer of these pages. A request that changes something is sent to one after the other, so that it happens
 * only once. */
async function oneOf(pages, request, mustRun) {
  if (request.method === "GET") return Promise.any(pages.map((page) => ask(page, request, mustRun)));
  for (const page of pages) {
    const answer = await ask(page, request, mustRun).catch(() => null);
    if (answer) return answer;
  }
  throw new Error("nobody is there");
}

function ask(page, request, mustRun) {
  const { port1, port2 } = new MessageChannel();
  page.postMessage({ settings: SETTINGS, request, mustRun }, [port2]);
  return new Promise((resolve, reject) => {
    let limit = setTimeout(reject, TAKEN, new Error("nobody is there"));
    port1.onmessage = ({ data }) => {
      clearTimeout(limit);
      if (data.isTaken) limit = setTimeout(reject, LONGEST, new Error("too slow"));
      else if (data.error) reject(new Error(data.error));
      else resolve(data);
    };
  });
}

/** A page with a mark on its root, for scripts and styles: who made it. */
function marked(body) {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  return text.replace("<html ", `<html data-answered-by=${isAlone ? "site" : "device"} `);
}

/** The page for a new address before Python runs: the empty calculator, or one that asks for the real page. */
async function shell(asked) {
  if (asked.mode !== "navigate" || asked.method !== "GET") return Response.error();
  const name = pathOf(asked.url) === HOME && !new URL(asked.url).search ? HOME : WAITING;
  const address = isAlone ? `${ROOT}/${await languageOfShell(asked)}${name === HOME ? "" : name}/` : name;
  const cacheName = (await caches.has(SHELL)) ? SHELL : undefined; // a newer version may just have deleted this one's
  const page = await caches.match(address, { cacheName, ignoreVary: true, ignoreSearch: true });
  if (!page) return Response.error();
  return new Response(marked(await page.text()), { headers: page.headers });
}
