// The service worker of a server that has offline use switched off: answers nothing, deletes what was kept, and itself.
// Pages that are open stay as they are.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
