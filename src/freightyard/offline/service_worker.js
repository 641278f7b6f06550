// The site without a network: every file is kept, and what is kept is what is shown. `SITE` stands before this line.

importScripts(`s/${SITE.build}/offline/static/unpack.js`);

const SHELL = `freightyard-site-${SITE.build}`;
const addressOf = (name) => new URL(name, self.registration.scope);

// Whoever has played here can play on without a network when this version takes over: so what runs it comes now, too.
async function keepRuntime() {
  const cache = await self.freightyardRuntime.open();
  if (!cache || !(await cache.keys()).length) return;
  await Promise.all(SITE.packed.map((name) => self.freightyardRuntime.file(addressOf(name))));
  for (const name of SITE.modules) if (!(await cache.match(addressOf(name)))) await cache.add(addressOf(name));
}

self.addEventListener("install", (event) => event.waitUntil((async () => {
  const cache = await caches.open(SHELL);
  await cache.addAll(SITE.files.map((name) => new Request(name, { cache: "no-cache" })));
  await keepRuntime();
})()));

// What an earlier version has left goes.
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("freightyard-site-") && name !== SHELL) await caches.delete(name);
  const runtime = await self.freightyardRuntime.open();
  const wanted = [...SITE.packed, ...SITE.modules].map((name) => addressOf(name).href);
  for (const request of await runtime?.keys() ?? []) if (!wanted.includes(request.url.split("?")[0])) await runtime.delete(request);
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
    const runtime = await self.freightyardRuntime.open();
    return (await cache.match(name)) ?? (await runtime?.match(name)) ?? fetch(event.request);
  })());
});
