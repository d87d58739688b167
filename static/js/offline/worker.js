// Python in a worker of a page. Each request comes with a port for its answer.

import { boot } from "./python.js";

let python = null;
const waiting = [];

// The page has no other way to know that this worker has ended.
const lock = crypto.randomUUID();
navigator.locks.request(lock, () => {
  self.postMessage({ lock });
  return new Promise(() => {});
});

self.addEventListener("message", ({ data: { settings, request, makesMemory }, ports: [port] }) => {
  if (!python) {
    python = boot(settings);
    python.then(
      () => self.postMessage({ isRunning: true }),
      () => {},
    );
  }
  // A newer tap replaces one that still waits.
  const older = waiting.findIndex((one) => isTap(one.request) && isTap(request));
  if (older >= 0) waiting.splice(older, 1)[0].port.postMessage({ error: "overtaken" });
  waiting.push({ request, makesMemory, port });
  python.then(() => setTimeout(next), refuse);
});

const isTap = (request) => request?.method === "POST" && new URL(request.url).pathname.endsWith("/score");

async function next() {
  const one = waiting.shift();
  if (!one) return;
  try {
    const { answer, save } = await python;
    if (one.makesMemory) await save();
    one.port.postMessage(one.request ? await answer(one.request) : {});
  } catch (error) {
    one.port.postMessage({ error: String(error) });
  }
}

function refuse(error) {
  python = null;
  for (const { port } of waiting.splice(0)) port.postMessage({ error: String(error) });
}
