// @ts-check
// The addresses of a site of files, as `offline/addresses.py` makes them; and forms that are sent to the page that has the server.

const POST = "freightyard post";

/** @type {Record<string, string>} the paths whose documents are files */ let pages = {};
try { pages = JSON.parse(document.getElementById("pages-of-files")?.textContent ?? "{}"); } catch { /* none is known */ }

/** The page that has the server, for a path. @param {string} path */
export const appAddress = (path) => `app.html?go=${path.replace(/[%&?+#]/g, (letter) => encodeURIComponent(letter))}`;

/** @param {string} path */
export function addressOf(path) {
  const [place = "", ...part] = path.split("#");
  const hash = part.length ? `#${part.join("#")}` : "";
  if (place.startsWith("/s/")) return path.slice(1);
  return `${pages[place] ?? appAddress(place)}${hash}`;
}

/** Hand a form on to the page that has the server. @param {string} target @param {[string, string][]} fields */
export function sendPost(target, fields) {
  sessionStorage.setItem(POST, JSON.stringify({ target, fields }));
  location.assign(`${appAddress(target)}&form`);
}

/** The form that was handed on to this page, once. @returns {[string, string][] | null} */
export function takePost() {
  const kept = sessionStorage.getItem(POST);
  sessionStorage.removeItem(POST);
  const query = new URLSearchParams(location.search);
  if (!kept || !query.has("form")) return null;
  const { target, fields } = JSON.parse(kept);
  return target === query.get("go") ? fields : null;
}
