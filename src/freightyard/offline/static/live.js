// @ts-check
// Live examples in the documentation: a cell of Python that can be changed and run, and a position that can be played on. Before each
// piece of code stands an element that says what can be done with it; without this module the page shows the code alone.

const site = new URL("../../../../", import.meta.url); // this file is s/BUILD/offline/static/live.js of the site without a server

/** @template {keyof HTMLElementTagNameMap} K @param {K} tag @param {string} name @param {string} [text] @returns {HTMLElementTagNameMap[K]} */
function make(tag, name, text) {
  const made = document.createElement(tag);
  made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** @param {string} text @param {() => void} clicked */
function button(text, clicked) {
  const made = make("button", "md-button live-button", text);
  made.type = "button";
  made.addEventListener("click", clicked);
  return made;
}

/* ---------- cells ---------- */

/** @type {Worker | undefined} all cells of a page share it, and so their names */ let worker;
/** @type {Map<number, (said: {printed?: string, failed?: string}) => void>} */ const asked = new Map();
/** @type {(words: string) => void} */ let progress = () => {};
let numbers = 0, cellsOfPage = 0;

function startWorker() {
  if (worker) return;
  worker = new Worker(new URL("./cells_worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.total) progress(data.loaded < data.total ? `Loading Python: ${(data.loaded / 1e6).toFixed(1)} of ${(data.total / 1e6).toFixed(1)} MB` : "Starting Python…");
    else if (data.ready) progress("Running…");
    else if (data.id) { asked.get(data.id)?.(data); asked.delete(data.id); }
    else if (data.failed) end(data.failed);
  };
  worker.onerror = (event) => end(event.message);
}

/** Without Python: whoever waits for it is told why. @param {string} why */
function end(why) {
  worker?.terminate();
  worker = undefined;
  for (const tell of asked.values()) tell({ failed: why });
  asked.clear();
}

/** @param {HTMLElement} mark @param {Element} block the code that it is about */
function cell(mark, block) {
  const form = make("div", "live-cell"), field = make("textarea", "live-code"), printed = make("pre", "live-printed"), line = make("p", "live-line");
  const state = make("span", "live-state");
  field.value = mark.dataset.code ?? "";
  field.rows = field.value.split("\n").length;
  field.spellcheck = false;
  field.setAttribute("autocapitalize", "off");
  field.setAttribute("aria-label", `Python, cell ${cellsOfPage + 1}`);
  printed.tabIndex = 0;
  printed.hidden = true;
  printed.setAttribute("role", "region");
  cellsOfPage += 1;
  printed.setAttribute("aria-label", `What cell ${cellsOfPage} prints`);
  state.setAttribute("role", "status");
  const run = button("Run", () => {
    startWorker();
    run.hidden = true;
    stop.hidden = false;
    const id = ++numbers;
    progress = (words) => { state.textContent = words; };
    asked.set(id, ({ printed: text, failed }) => {
      run.hidden = false;
      stop.hidden = true;
      printed.hidden = false;
      printed.textContent = text ?? "";
      state.textContent = failed ?? (text ? "" : "It prints nothing.");
      printed.hidden = !text;
    });
    worker?.postMessage({ id, text: field.value });
  });
  const stop = button("Stop", () => end("Stopped. What the cells above have made is gone: run them again."));
  stop.hidden = true;
  const back = button("As it was", () => { field.value = mark.dataset.code ?? ""; field.rows = field.value.split("\n").length; });
  field.addEventListener("input", () => { field.rows = field.value.split("\n").length; });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    if (!run.hidden) run.click();
  });
  line.append(run, stop, back, state);
  form.append(field, line, printed);
  block.replaceWith(form);
}

/* ---------- positions ---------- */

/** @param {HTMLElement} mark @param {Element} after */
function play(mark, after) {
  const line = make("p", "live-line"), address = new URL(mark.dataset.play ?? "", site).href;
  const link = make("a", "", "in a page of its own");
  link.href = address;
  const go = button("Play this position", () => {
    const frame = make("iframe", "live-board");
    frame.src = address;
    frame.title = "The position, to play on";
    line.replaceWith(frame);
    frame.scrollIntoView({ block: "start" });
    frame.focus();
  });
  line.append(go, " or ", link);
  after.after(line);
}

if (location.protocol !== "file:") { // there nothing can be loaded: the code stays as it is
  for (const mark of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".live-example"))) {
    const block = mark.nextElementSibling;
    if (!block) continue;
    if (mark.dataset.play) play(mark, block);
    if (mark.dataset.code) cell(mark, block);
  }
}
