// The site without a network: every file is kept, and what is kept is what is shown. `SITE` stands before this line.

const SHELL = `freightyard-site-${SITE.build}`;
const RUNTIME = "freightyard-runtime"; // runtime.js keeps it, unpacked

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(SHELL);
  await cache.addAll(SITE.files.map((name) => new Request(name, { cache: "no-cache" })));
})()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("freightyard-site-") && name !== SHELL) await caches.delete(name);
  await self.clients.claim();
})()));

// A page that was asked whether it wants the new version says so.
self.addEventListener("message", (event) => { if (event.data === "use new version") self.skipWaiting(); });

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.href.startsWith(self.registration.scope)) return;
  event.respondWith((async () => {
    const cache = await caches.open(SHELL);
    const name = url.pathname.endsWith("/") ? `${url.origin}${url.pathname}index.html` : `${url.origin}${url.pathname}`;
    return (await cache.match(name)) ?? (await caches.match(name, { cacheName: RUNTIME })) ?? fetch(event.request);
  })());
});
