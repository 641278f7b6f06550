// What this browser prefers, as attributes of <html>: data-theme, data-colours, data-motion, data-left-handed, data-larger. It runs
// before the first paint, so that nothing flashes. What is off has no attribute, and a word is its value.
(() => {
  const root = document.documentElement;
  const shown = ["theme", "colours", "motion", "left-handed", "larger"];

  /** @param {string | null} name @param {string | null} value */
  const show = (name, value) => {
    if (name === null || !shown.includes(name)) return;
    if (value === null || value === "0") root.removeAttribute(`data-${name}`);
    else root.setAttribute(`data-${name}`, value === "1" ? "" : value);
  };

  root.dataset.scripted = ""; // what works with scripts alone may be seen
  try {
    for (const name of shown) show(name, localStorage.getItem(name));
  } catch {
    // Without storage all is as usual until something is chosen.
  }
  document.addEventListener("preferred", (event) => {
    const { name, value } = /** @type {CustomEvent<{name: string, value: string}>} */ (event).detail;
    show(name, value);
  });
  addEventListener("storage", (event) => show(event.key, event.newValue)); // chosen in another window
})();
