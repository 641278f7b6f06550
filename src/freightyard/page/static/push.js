// @ts-check
// Notices of this browser (Web Push): what can be done here and now, subscribing, and ending it. Nobody is asked for a permission who
// has not pressed the button.

const box = /** @type {HTMLElement | null} */ (document.querySelector("[data-push]"));
const WORKER = "/service_worker.js";
const PATIENCE = 20_000;
const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** An iPhone or iPad, which gives notices only to what is on its home screen. */
function needsHomeScreen() {
  const apple = /iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
  return apple && !matchMedia("(display-mode: standalone)").matches;
}

/** @returns {Promise<PushSubscription | null>} */
async function subscription() {
  if (!able) return null;
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** By what the server's list knows a browser: its address itself is not written into pages. @param {PushSubscription} subscribed */
async function nameOf(subscribed) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscribed.endpoint));
  return [...new Uint8Array(hash)].slice(0, 8).map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @returns {Promise<HTMLElement | null>} the line of this browser in the list */
async function ownLine() {
  const subscribed = await subscription();
  return subscribed && document.querySelector(`[data-browser="${await nameOf(subscribed)}"]`);
}

async function stateNow() {
  if (!isSecureContext) return "insecure";
  if (!able) return needsHomeScreen() ? "ios" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  return (await ownLine()) ? "on" : "ready";
}

/** @param {string} state */
function show(state) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (box?.querySelectorAll("[data-push-state]") ?? [])) {
    part.hidden = part.dataset.pushState !== state && !(state === "failed" && part.dataset.pushState === "ready");
  }
}

/** What the server refused, and why. @param {string} words */
function refuse(words) {
  const problem = /** @type {HTMLElement | null} */ (box?.querySelector("[data-push-problem]") ?? null);
  if (!problem) return;
  problem.textContent = words;
  problem.hidden = !words;
}

/** A browser that cannot reach its push service may try for ever. @template Value @param {Promise<Value>} wanted @returns {Promise<Value>} */
function soon(wanted) {
  return Promise.race([wanted, /** @type {Promise<never>} */ (new Promise((_, fail) => { setTimeout(() => fail(new Error("too late")), PATIENCE); }))]);
}

async function subscribe() {
  refuse("");
  if ((await Notification.requestPermission()) !== "granted") return show(await stateNow());
  await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
  const worker = await navigator.serviceWorker.ready;
  const before = await worker.pushManager.getSubscription();
  await before?.unsubscribe(); // it may be somebody else's, or of a server with another key
  const made = await soon(worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: box?.dataset.key ?? "" }));
  const body = JSON.stringify({ subscription: made, before: before?.endpoint ?? "" });
  const answer = await fetch("/notices/push", { method: "POST", headers: { "content-type": "application/json", accept: "text/plain" }, body });
  if (answer.ok) return location.assign("/notices?said=push");
  await made.unsubscribe();
  refuse((await answer.text()).trim());
}

box?.querySelector("[data-subscribe]")?.addEventListener("click", (event) => {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  button.disabled = true;
  subscribe().catch(() => show("failed")).finally(() => { button.disabled = false; });
});

// Whoever removes this browser from the list, or signs out here, wants it to be silent, whatever the server still knows. On the document,
// after site.js has asked whether they are sure.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented || !able || !(form instanceof HTMLFormElement) || !form.matches("[data-remove], [data-ends-notices]")) return;
  event.preventDefault();
  try {
    if (form.matches("[data-ends-notices]") || (await ownLine())?.contains(form)) await (await subscription())?.unsubscribe();
  } catch { /* the server sends nothing any more in any case */ }
  form.submit();
});

if (box) {
  void stateNow().then(show);
  void ownLine().then((line) => line?.querySelector("[data-this-browser]")?.removeAttribute("hidden")).catch(() => {});
}
