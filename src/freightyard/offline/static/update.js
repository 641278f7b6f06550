// @ts-check
// The site without a network, and a new version of it: fetched in the background, and used when the reader says so.

/** @param {ServiceWorkerRegistration} registration */
function offer(registration) {
  const waiting = registration.waiting;
  if (!waiting || !navigator.serviceWorker.controller || document.querySelector(".new-version")) return;
  const box = document.createElement("p"), button = document.createElement("button");
  box.className = "new-version";
  box.setAttribute("role", "status");
  button.className = "quiet";
  button.type = "button";
  button.textContent = "Use it now";
  button.addEventListener("click", () => waiting.postMessage("use new version"));
  box.append("A new version of Freightyard is ready. ", button);
  document.body.prepend(box);
}

/** Keep the site for times without a network, and tell of a new version. A page without https cannot. */
export async function keepSite() {
  if (!("serviceWorker" in navigator)) return;
  try {
    const had = navigator.serviceWorker.controller !== null;
    const registration = await navigator.serviceWorker.register("service_worker.js", { updateViaCache: "none" });
    if (had) navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    offer(registration);
    registration.addEventListener("updatefound", () => {
      const fresh = registration.installing;
      fresh?.addEventListener("statechange", () => offer(registration));
    });
  } catch { /* no network, or no https: what is kept is good enough */ }
}
