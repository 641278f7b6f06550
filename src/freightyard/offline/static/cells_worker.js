// @ts-check
// Python for the cells of a page of the documentation.

import { startPython } from "./runtime.js";

try {
  const { python } = await startPython((loaded, total) => postMessage({ loaded, total }));
  const { run } = python.pyimport("freightyard.offline.cell");
  onmessage = ({ data }) => { postMessage({ id: data.id, printed: run(data.text) }); };
  postMessage({ ready: true });
} catch (error) {
  postMessage({ failed: String(error) });
}
