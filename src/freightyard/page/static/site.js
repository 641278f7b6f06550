// The little that the pages around the tables do themselves. Everything works without it.

import "./settings.js";

/** A button that copies what a field shows. */
for (const button of document.querySelectorAll("[data-copies]")) {
  const field = document.getElementById(button.getAttribute("data-copies") ?? "");
  if (!(field instanceof HTMLInputElement) || !navigator.clipboard) continue;
  button.removeAttribute("hidden");
  button.addEventListener("click", async () => {
    field.select();
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.getAttribute("data-copied");
  });
}

/** A name that was typed goes along to the form for a new table, of whichever game. */
const typed = document.querySelector('form:is(.quick, [action="/new"]) #name');
if (typed instanceof HTMLInputElement) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.pathname !== "/new") return;
    const address = new URL(link.href);
    if (typed.value.trim()) address.searchParams.set("name", typed.value.trim());
    else address.searchParams.delete("name");
    link.href = address.pathname + address.search;
  }, true);
}

// A table of contents is open beside the text and folded above it.
const contents = document.querySelector(".contents > details");
if (contents instanceof HTMLDetailsElement && matchMedia("(max-width: 900px)").matches) contents.open = false;

// The lobby keeps up with the tables while somebody looks at it: parts that have changed are replaced, unless the focus is in them.
const FRESH_EVERY = 10_000;

async function freshen() {
  if (document.hidden) return;
  const answer = await fetch("/", { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-fresh]")) {
    const fresh = now.getElementById(part.id);
    if (fresh && fresh.outerHTML !== part.outerHTML && !part.contains(document.activeElement)) part.replaceWith(fresh);
  }
  document.title = now.title;
}

if (document.querySelector("main.lobby")) {
  const keepUp = () => void freshen().catch(() => {}); // without a connection the old lists stay, and the next try comes soon
  setInterval(keepUp, FRESH_EVERY);
  document.addEventListener("visibilitychange", keepUp);
}
