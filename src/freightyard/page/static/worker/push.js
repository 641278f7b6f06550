// @ts-check
// Notices that arrive while no page is open: shown, withdrawn, clicked; and a subscription that the browser has changed.

{
  const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

  /** @typedef {{title: string, body: string, tag: string, url: string, kind?: string, waiting?: number, withdraw?: boolean}} Notice what the server
   * sends: one notice is shown for a tag, `waiting` tells at how many tables it is one's turn, `withdraw` that it is no longer news */

  const ICONS = `/s/${SETUP.build}/page/static/icons`;

  /** What was sent. Browsers want something to be shown for every message, so one that cannot be read says the little that is sure.
   * @param {PushMessageData | null} data @returns {Notice} */
  function read(data) {
    const unknown = { title: SETUP.title, body: SETUP.unread, tag: "unread", url: "/" };
    try {
      const sent = data?.json();
      return sent && typeof sent === "object" && (sent.withdraw || sent.title) ? { ...unknown, ...sent } : unknown;
    } catch {
      return unknown;
    }
  }

  /** The icon of the installed app: the number of tables that wait, or a dot. Pages count anew when they are opened.
   * @param {Notice} notice */
  async function mark({ kind, waiting }) {
    if (!("setAppBadge" in worker.navigator)) return;
    try {
      if (waiting === 0) await worker.navigator.clearAppBadge();
      else if (waiting !== undefined || kind === "turn" || kind === "reminder") await worker.navigator.setAppBadge(waiting);
    } catch { /* no app is installed: there is nothing to mark */ }
  }

  /** @param {Notice} notice */
  async function show(notice) {
    const { title, body, tag, url, withdraw } = notice;
    await mark(notice);
    if (withdraw) {
      for (const shown of await worker.registration.getNotifications({ tag })) shown.close();
      return;
    }
    const options = { body, tag, renotify: true, data: { url }, icon: `${ICONS}/icon-192.png`, badge: `${ICONS}/badge-96.png` };
    await worker.registration.showNotification(title, options);
  }

  /** To the page that a notice is about: one that is open, or a new window. @param {Notification} notice */
  async function open(notice) {
    const there = new URL(notice.data?.url ?? "/", worker.location.origin);
    const address = new URL(there.pathname + there.search + there.hash, worker.location.origin); // the server may have several names
    const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const shown = windows.find((window) => new URL(window.url).pathname === address.pathname);
    try {
      if (shown) return void await shown.focus();
    } catch { /* it was closed just now */ }
    await worker.clients.openWindow(address.href);
  }

  /** The browser has another address for its notices: the server is told, else nothing would arrive any more.
   * @param {Event & {oldSubscription?: PushSubscription | null, newSubscription?: PushSubscription | null}} event */
  async function renew({ oldSubscription, newSubscription }) {
    const key = oldSubscription?.options.applicationServerKey ?? SETUP.key;
    const fresh = newSubscription ?? (key ? await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }) : null);
    if (!fresh) return;
    const body = JSON.stringify({ subscription: fresh, before: oldSubscription?.endpoint ?? "" });
    await fetch("/notices/push", { method: "POST", headers: { "content-type": "application/json" }, body });
  }

  worker.addEventListener("push", (event) => event.waitUntil(show(read(event.data))));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification));
  });
  worker.addEventListener("pushsubscriptionchange", (event) => /** @type {ExtendableEvent} */ (event).waitUntil(renew(event)));
}
