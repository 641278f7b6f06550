// @ts-check
// A page's line to its table, as a WebSocket is one. The worker is there as long as the page is, so the line is open at once: what
// is said while Python is busy waits in the worker, and nothing is refused as if a network were missing.

export class Line {
  readyState = 0;
  /** @type {((event: any) => void) | null} */ onopen = null;
  /** @type {((event: any) => void) | null} */ onmessage = null;
  /** @type {((event: any) => void) | null} */ onclose = null;
  #number;
  #post;
  #ended;

  /** @param {number} number @param {string} path @param {(message: object) => void} post @param {() => void} ended */
  constructor(number, path, post, ended) {
    this.#number = number;
    this.#post = post;
    this.#ended = ended;
    post({ open: number, path });
    queueMicrotask(() => { // whoever opens it sets `onopen` first
      if (this.readyState !== 0) return;
      this.readyState = 1;
      this.onopen?.({});
    });
  }

  /** @param {string} text */
  send(text) { this.#post({ say: this.#number, text }); }

  close() {
    if (this.readyState === 3) return;
    this.#post({ close: this.#number });
    this.gone("");
  }

  /** @param {string} reason */
  gone(reason) {
    this.#ended();
    this.readyState = 3;
    this.onclose?.({ reason });
  }
}
