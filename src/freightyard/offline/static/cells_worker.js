// @ts-check
// Python for the cells of a page of the documentation.

import { startPython } from "./runtime.js";

/** @type {any[]} what is asked before Python is there */ const early = [];
onmessage = ({ data }) => { early.push(data); };
try {
  const { python } = await startPython((loaded, total) => postMessage({ loaded, total }));
  const { run } = python.pyimport("freightyard.offline.cell");
  postMessage({ ready: true });
  /** @param {{id: number, text: string}} asked */
  const answer = ({ id, text }) => postMessage({ id, printed: run(text) });
  onmessage = ({ data }) => answer(data);
  early.forEach(answer);
} catch (error) {
  postMessage({ failed: String(error) });
}
