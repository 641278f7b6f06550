// What this browser prefers, as attributes of <html>: data-theme, data-colours, data-motion, data-left-handed, data-larger. It runs
// before the first paint, so that nothing flashes. What is off has no attribute, and a word is its value.
(() => {
  const root = document.documentElement;
  const shown = ["theme", "colours", "motion", "left-handed", "larger"];

  /** Systems that ask for more contrast get it, until another set is chosen. @param {string} name */
  const usual = (name) => (name === "colours" && matchMedia("(prefers-contrast: more)").matches ? "contrast" : null);

  /** @param {string | null} name @param {string | null} value */
  const show = (name, value) => {
    if (name === null || !shown.includes(name)) return;
    if (value === null || value === "0") root.removeAttribute(`data-${name}`);
    else root.setAttribute(`data-${name}`, value === "1" ? "" : value);
  };

  root.dataset.scripted = ""; // what works with scripts alone may be seen
  try {
    for (const name of shown) show(name, localStorage.getItem(name) ?? usual(name));
  } catch {
    for (const name of shown) show(name, usual(name)); // without storage, until something is chosen
  }
  document.addEventListener("preferred", (event) => {
    const { name, value } = /** @type {CustomEvent<{name: string, value: string}>} */ (event).detail;
    show(name, value);
  });
  addEventListener("storage", (event) => show(event.key, event.newValue)); // chosen in another window
})();
