// @ts-check
// What the client says. The sentences themselves come with the page, so that each game has one place for them.

/** @type {Record<string, string>} */ let known = {};
try { known = JSON.parse(document.getElementById("sentences")?.textContent ?? "{}"); } catch { /* a page without any */ }

/** A sentence by its name, with values in place of `{their names}`. @param {string} name @param {Record<string, string | number>} [values] */
export function sentence(name, values = {}) {
  return (known[name] ?? name).replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));
}
