// @ts-check
// The page that has its server inside: it starts the worker, asks it for the document of its address, and becomes that document.

import { addressOf, appAddress, takePost } from "./addresses.js";
import { Line } from "./line.js";
import { keepSite } from "./update.js";

/** @typedef {{status: number, kind: string, body: string, location: string | null}} Answer */

const ANSWER = "freightyard answer";

/** Why this browser cannot play here, as the name of the sentence that says it; nothing if it can. */
function lacking() {
  if (!("WebAssembly" in globalThis)) return "assembly"; // turned off, perhaps
  if (!("DecompressionStream" in globalThis) || !("indexedDB" in globalThis) || !("BroadcastChannel" in globalThis)) return "old";
  return null;
}

const lacks = lacking();
const worker = lacks ? null : new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
/** @param {object} message */
const post = (message) => worker?.postMessage(message);
/** @type {Map<number, (answer: Answer) => void>} */ const asked = new Map();
/** @type {Map<number, Line>} */ const lines = new Map();
let numbers = 0;

/** @param {string} method @param {string} target @param {[string, string][]} [fields] @param {string} [accept] @returns {Promise<Answer>} */
function ask(method, target, fields = [], accept = "text/html") {
  const id = ++numbers;
  post({ id, request: { method, target, fields, accept } });
  return new Promise((resolve) => asked.set(id, resolve));
}

/** @param {BodyInit | null | undefined} body @returns {[string, string][]} */
const fieldsOf = (body) => (body instanceof URLSearchParams || body instanceof FormData ? /** @type {[string, string][]} */ ([...body]) : []);

Object.assign(globalThis, {
  freightyard: {
    /** @param {string} path @param {RequestInit} [init] */
    async request(path, init) {
      const accept = new Headers(init?.headers).get("accept") ?? "*/*";
      const { status, kind, body } = await ask(init?.method ?? "GET", path, fieldsOf(init?.body), accept);
      return new Response(body, { status, headers: { "content-type": kind } });
    },
    /** @param {string} path */
    open(path) {
      const number = ++numbers;
      const line = new Line(number, path, post, () => lines.delete(number));
      lines.set(number, line);
      return line;
    },
    address: addressOf,
  },
});

/* ---------- what the worker says ---------- */

let keepsNothing = false;
const bar = () => /** @type {HTMLProgressElement | null} */ (document.querySelector("#loading progress"));
const state = () => document.querySelector("#loading [role=status]");

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

if (worker) worker.onmessage = ({ data }) => {
  if (data.keeps === false) keepsNothing = true;
  else if (data.id !== undefined) {
    if (data.answer) asked.get(data.id)?.(data.answer);
    else fail(data.failed);
    asked.delete(data.id);
  } else if (data.line !== undefined) {
    const line = lines.get(data.line);
    if (data.closed !== undefined) line?.gone(data.closed);
    else line?.onmessage?.({ data: data.text });
  } else if (data.total) {
    const shown = bar(), words = state();
    if (shown) { shown.max = data.total; shown.value = data.loaded; }
    if (words) words.textContent = (data.loaded < data.total ? words.getAttribute("data-loading") : words.getAttribute("data-starting"))
      ?.replace("{loaded}", megabytes(data.loaded)).replace("{total}", megabytes(data.total)) ?? "";
  } else if (data.failed) fail(data.failed);
};
if (worker) worker.onerror = (event) => fail(event.message);

/** Say why there is no game: with the browser's own words, unless the sentence tells all. @param {string} [reason] */
function fail(reason = "") {
  const network = !navigator.onLine || /Failed to fetch|NetworkError|Load failed/.test(reason);
  const old = /CompileError|SyntaxError/.test(reason); // it does not understand what others do
  const words = state(), sentence = words?.getAttribute(`data-${lacks ?? (network ? "network" : old ? "old" : "failed")}`) ?? "";
  if (words) words.textContent = reason && !network ? `${sentence} (${reason})` : sentence;
  bar()?.remove();
}

/* ---------- documents ---------- */

/** The page becomes a document. @param {Answer} answer */
function become(answer) {
  if (!answer.kind.startsWith("text/html")) {
    return showText(answer.body);
  }
  const place = location.hash;
  const warning = keepsNothing ? (state()?.getAttribute("data-nothing-kept") ?? "") : "";
  document.open();
  document.write(answer.body);
  document.close();
  addEventListener("submit", submit); // after the page's own listeners, which see a form that is sent as it is sent to a server
  addEventListener("click", download);
  if (warning) {
    const line = document.createElement("p");
    line.className = "new-version";
    line.setAttribute("role", "status");
    line.textContent = warning;
    document.body.prepend(line);
  }
  void keepSite();
  if (place) addEventListener("load", () => document.querySelector(place)?.scrollIntoView(), { once: true });
}

/** A record: to read, and to save as a file. @param {string} text */
function showText(text) {
  const main = document.querySelector("main") ?? document.body;
  const pre = document.createElement("pre"), save = document.createElement("a"), line = document.createElement("p");
  const words = document.body.dataset;
  pre.textContent = text;
  pre.tabIndex = 0;
  save.className = "go";
  save.textContent = words.save ?? "";
  save.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  save.download = `${target.split("/")[2] ?? "record"}.txt`;
  line.append(save);
  const head = document.createElement("h1");
  head.textContent = words.record ?? "";
  main.replaceChildren(head, line, pre);
  document.title = `${words.record} – Freightyard`;
}

/** @param {string} method @param {string} target @param {[string, string][]} fields */
async function go(method, target, fields) {
  let answer = await ask(method, target, fields);
  for (let hops = 0; answer.location !== null && hops < 5; hops++) {
    history.replaceState(null, "", addressOf(answer.location));
    answer = await ask("GET", answer.location.split("#")[0] ?? "/");
  }
  become(answer);
}

/** A form goes to the worker, and where that leads to is a new page. @param {SubmitEvent} event */
async function submit(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.method !== "post") return;
  event.preventDefault();
  const target = new URL(form.action).searchParams.get("go") ?? "/";
  const answer = await ask("POST", target, await fields(form, event.submitter));
  if (answer.location !== null) return location.assign(addressOf(answer.location));
  sessionStorage.setItem(ANSWER, JSON.stringify({ target, answer })); // a new page shows it: here its modules would not run again
  location.assign(`${appAddress(target)}&answer`);
}

/** A link to a file: the browser would save the page that has the server, which is what stands in the address. @param {MouseEvent} event */
async function download(event) {
  const link = event.target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (event.target.closest("a[download]")) : null;
  const path = link && new URL(link.href).searchParams.get("go");
  if (!link || !path || event.defaultPrevented) return;
  event.preventDefault();
  const { status, kind, body } = await ask("GET", path);
  if (status !== 200) return location.assign(link.href); // it says why
  const file = document.createElement("a");
  file.href = URL.createObjectURL(new Blob([body], { type: kind }));
  file.download = link.download;
  file.click();
}

/** What a form of the page before was answered, once. @returns {Answer | null} */
function takeAnswer() {
  const kept = sessionStorage.getItem(ANSWER);
  sessionStorage.removeItem(ANSWER);
  const query = new URLSearchParams(location.search), found = kept ? JSON.parse(kept) : null;
  return found && query.has("answer") && found.target === query.get("go") ? found.answer : null;
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter @returns {Promise<[string, string][]>} */
async function fields(form, submitter) {
  const found = [...new FormData(form, submitter)];
  return Promise.all(found.map(async ([name, value]) => /** @type {[string, string]} */ ([name, value instanceof File ? await value.text() : value])));
}

const sent = takePost(), answered = takeAnswer();
const target = new URLSearchParams(location.search).get("go") ?? "/";
if (lacks) fail();
else if (answered) become(answered);
else void go(sent ? "POST" : "GET", target, sent ?? []);
