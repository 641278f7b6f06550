// @ts-check
// Python in a worker: its files come once, packed, and stay in the browser's cache; then it starts from there.

/** @typedef {{version: string, build: string, files: {name: string, size: number}[], modules: string[], packages: string[]}} Runtime what the build wrote down */

const root = new URL("../../../../", import.meta.url); // of the site: this file is s/BUILD/offline/static/runtime.js
const store = () => (globalThis.caches ? caches.open("freightyard-runtime") : undefined); // there is none where a page came without https

/** One of the packed files, unpacked: from the cache, or from the site. @param {URL} url @param {(bytes: number) => void} came */
async function fetchFile(url, came) {
  const cache = await store();
  const known = await cache?.match(url);
  if (known) return known;
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url.pathname}: ${answer.status}`);
  const counted = answer.body.pipeThrough(new TransformStream({
    transform(chunk, controller) { came(chunk.byteLength); controller.enqueue(chunk); },
  }));
  const kind = url.pathname.includes(".wasm") ? "application/wasm" : "application/octet-stream";
  const bytes = await new Response(counted.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const whole = new Response(bytes, { headers: { "content-type": kind, "content-length": String(bytes.byteLength) } });
  await cache?.put(url, whole.clone()).catch(() => {}); // a full disk: it comes again next time
  return whole;
}

/** What an earlier version of the site has left goes, once this one has all that it needs. @param {URL[]} wanted */
async function tidy(wanted) {
  const cache = await store();
  const names = wanted.map((url) => url.href);
  for (const request of await cache?.keys() ?? []) if (!names.includes(request.url)) await cache?.delete(request);
}

/** Start Python with the sources of Freightyard. @param {(loaded: number, total: number) => void} progress */
export async function startPython(progress) {
  /** @type {Runtime} */ const runtime = await (await fetch(new URL("../../runtime.json", import.meta.url))).json();
  const total = runtime.files.reduce((sum, { size }) => sum + size, 0);
  let loaded = 0;
  progress(0, total);
  /** @type {Map<string, Promise<Response>>} */ const files = new Map();
  for (const { name, size } of runtime.files) {
    let own = 0;
    const url = new URL(name, root);
    const file = fetchFile(url, (bytes) => { own += bytes; loaded += bytes; progress(loaded, total); });
    files.set(name, file.then((answer) => { loaded += size - own; progress(loaded, total); return answer; }));
  }
  /** @param {string} ending */
  const file = (ending) => /** @type {Promise<Response>} */ ([...files].find(([name]) => name.endsWith(`${ending}.gz`))?.[1]);
  const usual = globalThis.fetch;
  // Pyodide asks for its files by their names; they are here already.
  globalThis.fetch = async (input, init) => {
    const name = new URL(input instanceof Request ? input.url : String(input)).pathname.split("/").at(-1) ?? "";
    const known = await file(name);
    return known ? known.clone() : usual(input, init);
  };
  const modules = runtime.modules.map((name) => new URL(name, root));
  const cache = await store();
  for (const url of modules) if (cache && !(await cache.match(url))) await cache.add(url).catch(() => {});
  const { loadPyodide } = await import(modules[0]?.href ?? "");
  const python = await loadPyodide({ indexURL: new URL("./", modules[0]).href });
  globalThis.fetch = usual;
  const sources = new URL(runtime.files.find(({ name }) => name.endsWith(".zip.gz") && name.includes("freightyard-"))?.name ?? "", root);
  const compiled = new URL("?compiled", sources);
  const known = await cache?.match(compiled);
  for (const name of runtime.packages) {
    const kind = name.endsWith(".whl") ? "wheel" : "zip";
    const answer = known && kind === "zip" ? known : await file(name);
    python.unpackArchive(await answer.clone().arrayBuffer(), kind);
  }
  void tidy([...runtime.files.map(({ name }) => new URL(name, root)), ...modules, compiled]);
  /** Keep the sources as they are compiled here, for the next start. */
  const keepCompiled = async () => {
    if (known || !cache) return;
    const bytes = (await python.pyimport("freightyard.offline.compiled").own_archive()).toJs();
    await cache.put(compiled, new Response(bytes)).catch(() => {});
  };
  return { python, build: runtime.build, keepCompiled };
}
