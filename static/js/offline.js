// Use without a network: keeps Python on the device, and runs it in a worker when the service worker asks this page.
// Loaded only where that is wanted.

import { keepCopy } from "./offline/copy.js";
import { CHOICE, isWanted } from "./offline/wanted.js";
import { ROOT } from "./site/root.js";
import { read, TAB, write } from "./site/storage.js";

const TRIED = "agari.memory";
const AGAIN = 2000; // ms until a page that could not be made is asked for again
const container = navigator.serviceWorker;
let python = null;
/** The settings with which Python was started. */
let kept;
/** Promises that settle when Python can answer, and when its worker has ended. Browsers end it at will, without
 * notice. */
let running;
let ended;

// -- answering ---------------------------------------------------------------------------------------

function started(settings) {
  if (python) return python;
  const worker = new Worker(`${settings.runtime}worker.js`, { type: "module" });
  const said = (what) =>
    new Promise((resolve) => {
      worker.addEventListener("message", ({ data }) => data[what] && resolve(data[what]));
    });
  running = said("isRunning");
  // As long as it lives the worker has a lock.
  ended = said("lock")
    .then((lock) => navigator.locks.request(lock, () => {}))
    .then(() => stop(worker));
  worker.addEventListener("error", () => stop(worker)); // the next request starts it anew
  python = worker;
  kept = settings;
  return worker;
}

function stop(worker = python) {
  worker?.terminate();
  if (worker === python) python = null;
}

/** Python's answer; an error if its worker ends before. */
function asked(settings, message) {
  const answered = told(started(settings), { settings, ...message });
  return Promise.race([answered, ended.then(() => Promise.reject(new Error("ended")))]);
}

/** Answers a request that the server did not answer. Without a request, only starts Python. A new page asks only a
 * Python that runs or is about to: it does not wait for long. */
export async function answer({ data: { settings, request, mustRun }, ports: [port] }) {
  if (!request) return start(settings).catch(() => {});
  if (mustRun && !python) return port.postMessage({ error: "not running" });
  if (mustRun) await running;
  port.postMessage({ isTaken: true });
  if (isOfTable(request.url)) request.copy = (await tables()).copyOf(request.url);
  asked(settings, { request: withCookies(request) }).then(
    (answer) => port.postMessage(answer),
    (error) => port.postMessage({ error: String(error) }),
  );
}

/** Scripts cannot read the cookies of a request. The page has their values. */
function withCookies(request) {
  const { lang, dataset } = document.documentElement;
  const cookie = `lang=${request.language ?? lang}; comfort=${dataset.comfort.replaceAll(" ", ".")}; offset=${-new Date().getTimezoneOffset()}`;
  return { ...request, headers: { ...request.headers, cookie } };
}

// A tap on the calculator asks Python without the service worker where no server can answer. Messages of the service
// worker wait until the page has drawn what the tap changed.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const { action, method, headers, body, signal } = ctx.request;
  const { href: url, pathname } = new URL(action, location);
  const isServerAway = !navigator.onLine || document.documentElement.dataset.answeredBy === "site";
  if (!python || !isServerAway || pathname !== `${ROOT}score`) return;
  const typed = { ...headers, "content-type": "application/x-www-form-urlencoded" };
  const request = { method, url, headers: typed, body: new TextEncoder().encode(body) };
  ctx.fetch = async () => {
    const ended = new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    const { status, headers, body } = await Promise.race([asked(kept, { request: withCookies(request) }), ended]);
    return new Response(body, { status, headers });
  };
});

/** Asks a worker and waits for its last answer. The messages before it report its progress. */
function told(worker, message, progress = () => {}) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(message, [port2]);
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }) => {
      if (data.error) reject(new Error(data.error));
      else if (data.share === undefined) resolve(data);
      else progress(data.share);
    };
  });
}

/** The settings of the service worker; null without one. */
async function present() {
  const registration = await container.getRegistration();
  return registration?.active ? told(registration.active, "settings") : null;
}

/** Starts Python before it is needed, if there is no server. */
async function hasten() {
  if (navigator.onLine && !isHere()) return;
  const known = await present();
  if (known?.isKept) start(known.settings);
}

/** Whether this page was not made by a server. */
const isHere = () => ["device", "site"].includes(document.documentElement.dataset.answeredBy);

/** Starts Python before there is anything to answer. */
function start(settings, makesMemory = false) {
  return asked(settings, { makesMemory });
}

const isOfTable = (url) => /\/game\/(?!device-)[\w-]{22}/.test(new URL(url).pathname);
/** The part for tables of the server. */
const tables = () => import("./table-copy.js");

if (isOfTable(location.href)) tables().then(({ follow }) => follow(isKept));

// The page says who answered: the server or this device.
document.addEventListener(
  "htmx:before:swap",
  ({ detail }) => {
    const by = detail.ctx.response.headers.get("X-Answered-By");
    if (by) document.documentElement.dataset.answeredBy = by;
  },
  true,
);

// -- keeping -----------------------------------------------------------------------------------------

/** Whether Python is kept on this device. */
export async function isKept() {
  return Boolean((await present())?.isKept);
}

/** Fetches what is needed and saves Python's memory. Calls `progress` with the part that is here, from 0 to 1. */
export async function keep(progress) {
  const settings = await fetchAll(progress);
  if (settings) await saveMemory(settings);
}

const register = () => container.register(`${ROOT}sw.js`, { updateViaCache: "none" });

/** Fetches what is needed. Returns the settings; null if it is not here all the same. */
async function fetchAll(progress) {
  await register();
  const { settings, isKept } = await told((await container.ready).active, "keep", progress);
  return isKept ? settings : null;
}

/** On the first visit of an exported site: fetches Python and starts it, since nobody else answers here. Waits for its
 * saved memory if another page is opened next, and starts Python from it. */
export async function begin(language, opensAnother, progress) {
  write(CHOICE, "yes");
  navigator.storage?.persist?.();
  const settings = await fetchAll(progress);
  if (!settings) throw new Error("not kept");
  const shell = await caches.open(`agari${settings.root}-${settings.version}`);
  await shell.put(`${settings.root}/offline/language`, new Response(language));
  const saved = start(settings, true);
  await Promise.race([saved, opensAnother ? saved : running]);
}

/** Saves Python's memory: a start from a saved memory takes a second, one without it many. Tried once in a tab. */
async function saveMemory(settings) {
  if (read(TRIED, TAB) === settings.memory || (await caches.match(settings.memory))) return;
  await navigator.locks.request(TRIED, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    write(TRIED, settings.memory, TAB);
    if (python) return start(settings, true);
    const maker = new Worker(`${settings.runtime}worker.js`, { type: "module" });
    await told(maker, { settings, makesMemory: true }).finally(() => maker.terminate());
  });
}

/** Keeps everything because the user wants it: the browser is also asked not to delete it to make room. The game that is
 * played on this device comes along. */
export async function keepAsAsked(progress) {
  write(CHOICE, "yes");
  navigator.storage?.persist?.();
  await keep(progress);
  const table = read("agari.game");
  if (table && isOfTable(new URL(table, location.href))) await (await tables()).copyOther(table).catch(() => {});
}

/** Deletes everything that was kept. The last hands stay. */
export async function remove() {
  write(CHOICE, "no");
  keepCopy(null);
  stop();
  const ours = `agari${ROOT.slice(0, -1)}-`;
  for (const name of await caches.keys()) if (name.startsWith(ours)) await caches.delete(name);
  await (await container.getRegistration())?.unregister();
}

// -- a page that is not made yet ---------------------------------------------------------------------

/** Asks for the real page, which starts Python, and opens it once it can be made. */
async function makeReal() {
  const answer = await fetch(location.href).catch(() => null);
  // The real page may say that there is none, or that it was deleted. With 503 this device says that it cannot make the
  // page, which then waits for the server.
  const isMade = answer?.status !== 503 || !document.querySelector("[data-waiting=server]");
  if (answer?.headers.has("X-Answered-By") && isMade) location.reload();
  else setTimeout(makeReal, AGAIN);
}

const waits = document.querySelector("[data-waiting]");
if (waits && isHere()) makeReal();
/** Says that the page needs the network, if there is nothing to prepare. */
async function sayWhy({ ofServer, withoutPython }) {
  const isGone = ofServer && isOfTable(location.href) && !(await tables()).copyOf(location.href);
  if (isGone) document.querySelector("a.square").href = `${ROOT}game`;
  if (!isGone && (!withoutPython || (await isKept()))) return;
  waits.textContent = isGone ? ofServer : withoutPython;
  waits.nextElementSibling.remove();
}
if (waits) sayWhy(waits.dataset);
hasten();
addEventListener("offline", hasten);
// A page that this device has made does not say “offline” for longer than the browser is. A game of this device is
// answered here with a network, too.
const say = (isOnline) => document.documentElement.toggleAttribute("data-online", isOnline);
addEventListener("online", () => say(true));
addEventListener("offline", () => say(false));
if (location.pathname.includes("/game/device-")) say(navigator.onLine);
// The first page of an exported site begins by itself. Without Python, too, the service worker has a page for a game that
// is loaded again without a network.
if (read(CHOICE) !== "no" && !("first" in document.documentElement.dataset))
  (globalThis.requestIdleCallback ?? setTimeout)(() => (isWanted() ? keep() : register()).catch(() => {}));
