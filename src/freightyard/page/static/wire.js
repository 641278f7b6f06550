// @ts-check
// The line to the table: it says where this page stands, answers to pings, and comes back by itself.

import { Known } from "./edits.js";
import { openLine } from "./server.js";

/** @typedef {{
 *   ply?: number, parts?: Record<string, string>, moves?: string[], seat?: number | null, own?: number[], say?: string[], over?: boolean,
 *   oops?: string, rule?: string, href?: string, stale?: boolean,
 *   chat?: {number: number, seat?: number | null, name: string, text: string, audience?: string}, here?: number[], reload?: boolean, pong?: number,
 *   answer?: string[], text?: Record<string, string>, now?: number, clock?: import("./clock.js").Clock
 * }} Message */

const PING = 20_000;
const PATIENCE = 8_000;

export class Wire {
  /** @type {import("./server.js").Line | undefined} */ #socket;
  #tries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #again;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #late;

  /**
   * @param {string} path of the table's line
   * @param {() => object} hello what to say first
   * @param {(message: Message) => void} hear
   * @param {(ok: boolean, why?: string) => void} net
   */
  constructor(path, hello, hear, net) {
    this.path = path;
    this.hello = hello;
    this.hear = hear;
    this.net = net;
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#hurry(); });
    setInterval(() => this.#ping(), PING);
    this.#connect();
  }

  get open() { return this.#socket?.readyState === WebSocket.OPEN; }

  /** Whether it was sent. @param {object} message */
  send(message) {
    if (!this.open) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  #connect() {
    clearTimeout(this.#again);
    const socket = openLine(this.path);
    const known = new Known();
    this.#socket = socket;
    socket.onopen = () => {
      this.send(this.hello());
      this.net(true);
    };
    socket.onmessage = (event) => {
      clearTimeout(this.#late);
      this.#tries = 0; // only a server that answers counts as back
      const message = JSON.parse(event.data);
      const parts = message.parts && known.whole(message.parts);
      if (parts === null) socket.close(); // something was missed: the whole comes with the next connection
      else if (!("pong" in message)) this.hear(parts ? { ...message, parts } : message);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#late);
      this.net(false, event.reason);
      const wait = Math.min(8000, 250 * 2 ** this.#tries++) * (0.5 + Math.random());
      this.#again = setTimeout(() => this.#connect(), wait);
    };
  }

  /** The network or the reader is back: no need to wait any longer. */
  #hurry() {
    if (this.#socket?.readyState === WebSocket.CLOSED) this.#connect();
    else this.#ping();
  }

  #ping() {
    if (!this.send({ ping: 1 })) return;
    clearTimeout(this.#late);
    this.#late = setTimeout(() => this.#socket?.close(), PATIENCE);
  }
}
