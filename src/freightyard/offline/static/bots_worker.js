// @ts-check
// Where bots think: a worker of their own, so that a table answers meanwhile.

import { startPython } from "./runtime.js";

try {
  const { python } = await startPython(() => {});
  const { answer } = python.pyimport("freightyard.offline.bots_worker");
  onmessage = ({ data }) => { postMessage({ answer: answer(data.question).toJs() }); };
  postMessage({ ready: true });
} catch (error) {
  postMessage({ failed: String(error) });
}
