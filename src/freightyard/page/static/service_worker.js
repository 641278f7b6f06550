// @ts-check
// The service worker of the site: it lives on when no page is open. It is served at /service_worker.js, so that the whole site is its
// scope, below a line that says what SETUP is. Each of its subjects is a file of its own.

importScripts(`/s/${SETUP.build}/page/static/worker/push.js`);

{
  const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
  // It keeps nothing that a page which is open would need from the one before: a new one takes over at once.
  worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
}
