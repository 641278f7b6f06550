// @ts-check
// Python in a worker: its files come once, packed, and stay in the browser's cache; then it starts from there.

import "./unpack.js";

/** @typedef {{version: string, build: string, files: {name: string, size: number}[], modules: string[], packages: string[]}} Runtime what the build wrote down */

const root = new URL("../../../../", import.meta.url); // of the site: this file is s/BUILD/offline/static/runtime.js
/** @type {{open: () => Promise<Cache | undefined>, file: (url: URL, came?: (bytes: number) => void) => Promise<Response>}} */
const kept = /** @type {any} */ (globalThis).freightyardRuntime;

/** Start Python with the sources of Freightyard. @param {(loaded: number, total: number) => void} progress */
export async function startPython(progress) {
  /** @type {Runtime} */ const runtime = await (await fetch(new URL("../../runtime.json", import.meta.url))).json();
  const total = runtime.files.reduce((sum, { size }) => sum + size, 0);
  let loaded = 0;
  progress(0, total);
  /** @type {Map<string, Promise<Response>>} */ const files = new Map();
  for (const { name, size } of runtime.files) {
    let own = 0;
    const file = kept.file(new URL(name, root), (bytes) => { own += bytes; loaded += bytes; progress(loaded, total); });
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
  const cache = await kept.open();
  for (const url of modules) if (cache && !(await cache.match(url))) await cache.add(new Request(url, { cache: "force-cache" })).catch(() => {});
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
  /** Keep the sources as they are compiled here, for the next start. */
  const keepCompiled = async () => {
    if (known || !cache) return;
    const bytes = (await python.pyimport("freightyard.offline.compiled").own_archive()).toJs();
    await cache.put(compiled, new Response(bytes)).catch(() => {});
  };
  return { python, build: runtime.build, keepCompiled };
}
