// @ts-check
// Signing in: the code of a link goes from the address into its form, and a passkey of the device signs what the server asks for.

/* ---------- the code behind the # ---------- */

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-code-form]"));
const code = decodeURIComponent(location.hash.slice(1));
if (form && code) {
  const field = /** @type {HTMLInputElement} */ (form.querySelector("[name=code]"));
  field.value = code;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-code]"))) part.hidden = part.dataset.code !== "given";
  history.replaceState(null, "", location.pathname); // neither the history nor who looks over a shoulder shall keep it
  form.querySelector("button")?.focus();
}
try { if (form) localStorage.setItem("keep-seat", "shown"); } catch { /* private windows */ } // whoever comes back knows how

/* ---------- passkeys ---------- */

/** @param {string} text base64url @returns {ArrayBuffer} */
function decoded(text) {
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)).buffer;
}

/** @param {ArrayBuffer | null | undefined} buffer */
function encoded(buffer) {
  if (!buffer) return undefined;
  return btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Options as the server sends them, with bytes where the browser wants bytes. @param {any} options */
function withBytes(options) {
  const known = (options.excludeCredentials ?? []).map((/** @type {any} */ each) => ({ ...each, id: decoded(each.id) }));
  const { allowCredentials, ...rest } = options; // none is named: the device knows whose key it has
  const user = options.user && { ...options.user, id: decoded(options.user.id) };
  return { ...rest, challenge: decoded(options.challenge), ...(user ? { user, excludeCredentials: known } : {}) };
}

/** What a passkey answered, as the server reads it. @param {PublicKeyCredential} made */
function answer(made) {
  const response = /** @type {any} */ (made.response);
  return JSON.stringify({
    id: made.id,
    rawId: encoded(made.rawId),
    type: made.type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: encoded(response.clientDataJSON),
      attestationObject: encoded(response.attestationObject),
      authenticatorData: encoded(response.authenticatorData),
      signature: encoded(response.signature),
      userHandle: encoded(response.userHandle),
    },
  });
}

/** @param {HTMLFormElement} asked */
async function ask(asked) {
  const sent = await fetch(asked.dataset.options ?? "", { method: "POST" });
  if (!sent.ok) throw new Error((await sent.text()).trim());
  const publicKey = withBytes(await sent.json());
  const made = asked.dataset.passkey === "create"
    ? await navigator.credentials.create({ publicKey })
    : await navigator.credentials.get({ publicKey });
  if (!(made instanceof PublicKeyCredential)) throw new Error();
  /** @type {HTMLInputElement} */ (asked.querySelector("[name=credential]")).value = answer(made);
  asked.submit();
}

if ("PublicKeyCredential" in window) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-passkeys], [data-passkey]"))) part.hidden = false;
}

for (const asked of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("[data-passkey]"))) {
  const problem = /** @type {HTMLElement} */ (document.querySelector("[data-passkey-problem]"));
  asked.addEventListener("submit", (event) => {
    event.preventDefault();
    problem.hidden = true;
    ask(asked).catch((/** @type {Error} */ error) => { // the person gave up, the device has none, the server said no
      const { words = "", known } = problem.dataset;
      problem.textContent = error.name === "InvalidStateError" && known ? known : words;
      problem.hidden = false;
    });
  });
}
