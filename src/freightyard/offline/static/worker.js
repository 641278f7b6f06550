// @ts-check
// The server of a page, in a worker: Python with the tables, and what it needs of a browser.

import { answering } from "./answering.js";
import * as keep from "./keep.js";
import { startPython } from "./runtime.js";

/** @param {object} message */
const tell = (message) => { postMessage(message); };

/** @type {Worker | undefined} where bots think */ let bots;
/** @type {Promise<void>} */ let botsReady = Promise.resolve();
/** @type {((answer: Uint8Array) => void) | undefined} */ let answered;
/** @type {((error: Error) => void) | undefined} */ let failed;

function startBots() {
  if (bots) return;
  const worker = new Worker(new URL("./bots_worker.js", import.meta.url), { type: "module" });
  bots = worker;
  botsReady = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.ready) resolve();
      else if (data.failed) reject(new Error(data.failed));
      else answered?.(data.answer);
    };
    worker.onerror = (event) => { reject(new Error(event.message)); failed?.(new Error(event.message)); };
  });
  botsReady.catch(() => {});
}

const channel = new BroadcastChannel("freightyard");

// What Python asks of the browser.
const bridge = {
  /** @param {string} prefix */
  read: async (prefix) => JSON.stringify(await keep.read(prefix)),
  /** @param {string} name */
  get: async (name) => (await keep.get(name)) ?? null,
  /** @param {string} expected @param {string} changes */
  write: (expected, changes) => keep.write(JSON.parse(expected), JSON.parse(changes)),
  /** @param {string} news */
  tell: (news) => { channel.postMessage(news); },
  startBots: () => { startBots(); return botsReady; },
  /** @param {{toJs: () => Uint8Array} | Uint8Array} question */
  askBots: (question) => new Promise((resolve, reject) => {
    answered = resolve;
    failed = reject;
    bots?.postMessage({ question: "toJs" in question ? question.toJs() : question });
  }),
  endBots: () => { bots?.terminate(); bots = undefined; },
  /** @param {number} line @param {string} text */
  send: (line, text) => tell({ line, text }),
  /** @param {number} line @param {string} reason */
  closed: (line, reason) => tell({ line, closed: reason }),
};

/** @type {any[]} */ const early = [];
onmessage = ({ data }) => { early.push(data); };
try {
  tell({ keeps: await keep.openKeep() });
  const { python, build, keepCompiled } = await startPython((loaded, total) => tell({ loaded, total }));
  python.registerJsModule("freightyard_bridge", bridge);
  const start = python.pyimport("freightyard.offline.worker").start;
  const server = await start(build);
  channel.onmessage = ({ data }) => server.hear(data);
  const answer = answering(server, tell);
  onmessage = ({ data }) => void answer(data);
  for (const message of early) void answer(message);
  tell({ ready: true });
  setTimeout(startBots, 50); // the page comes first
  setTimeout(() => void keepCompiled(), 8000);
} catch (error) {
  tell({ failed: String(error) });
}
