// @ts-check
// Where this page's server is: across the network, or in a worker of the page itself. Nobody else needs to know which.

/** @typedef {Pick<WebSocket, "readyState" | "send" | "close"> & {
 *   onopen: ((event: Event) => void) | null, onmessage: ((event: MessageEvent) => void) | null, onclose: ((event: CloseEvent) => void) | null
 * }} Line what a page says and hears at its table */

/** @typedef {{request: (path: string, init?: RequestInit) => Promise<Response>, open: (path: string) => Line, address: (path: string) => string}} Server */

/** The server in this page, if its document says that there is one. @type {Server | undefined} */
const inside = /** @type {{freightyard?: Server}} */ (/** @type {unknown} */ (globalThis)).freightyard;

/** Whether there is one to ask: the pages of a site without a server that need no Python have none. */
export const isThere = Boolean(inside) || !document.documentElement.classList.contains("offline-site");

/** Ask for something. @param {string} path @param {RequestInit} [init] */
export const request = (path, init) => inside?.request(path, init) ?? fetch(path, init);

/** Open the line to a table. @param {string} path @returns {Line} */
export const openLine = (path) =>
  inside?.open(path) ?? new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);

/** The address of a document, for a link or for the address bar. @param {string} path */
export const addressOf = (path) => inside?.address(path) ?? path;
