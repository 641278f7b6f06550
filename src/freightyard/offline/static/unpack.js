// @ts-check
// The runtime's files, packed on the site and unpacked where they are kept. For pages, and for the service worker, which reads no
// modules: so it is a name of both.

const RUNTIME_CACHE = "freightyard-runtime";

/** What is kept of the runtime; undefined where a page came without https, and where the browser keeps nothing. */
const openRuntimeCache = async () => {
  try { return await globalThis.caches?.open(RUNTIME_CACHE); } catch { return undefined; }
};

/** One of the files as it is used, fetched and kept if it is not there. @param {URL} url @param {(bytes: number) => void} [came] @returns {Promise<Response>} */
async function runtimeFile(url, came) {
  const cache = await openRuntimeCache();
  const known = await cache?.match(url);
  if (known) return known;
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url.pathname}: ${answer.status}`);
  const counted = answer.body.pipeThrough(new TransformStream({
    transform(chunk, controller) { came?.(chunk.byteLength); controller.enqueue(chunk); },
  }));
  const kind = url.pathname.includes(".wasm") ? "application/wasm" : "application/octet-stream";
  const bytes = await new Response(counted.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const whole = new Response(bytes, { headers: { "content-type": kind, "content-length": String(bytes.byteLength) } });
  await cache?.put(url, whole.clone()).catch(() => {}); // a full disk: it comes again next time
  return whole;
}

Object.assign(globalThis, { freightyardRuntime: { open: openRuntimeCache, file: runtimeFile } });
