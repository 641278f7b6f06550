// @ts-check
// What cannot be undone is asked about before its form is sent: by a dialog of the page, as some browsers do not show their own.

import { make } from "./dom.js";

/** @type {WeakSet<HTMLFormElement>} those that may be sent */ const agreed = new WeakSet();

/** Ask before every form that has a question is sent. @param {string} cancel the button that sends nothing */
export function askBeforeSending(cancel) {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.dataset.sure || agreed.delete(form)) return;
    event.preventDefault();
    ask(form, /** @type {HTMLButtonElement | null} */ (event.submitter), cancel);
  }, true); // before those who see a form that is sent
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement | null} submitter the button that was pressed: what it says is said once more @param {string} cancel */
function ask(form, submitter, cancel) {
  const dialog = /** @type {HTMLDialogElement} */ (make("dialog", "", "sure"));
  const question = make("p", form.dataset.sure ?? "");
  question.id = "sure-says";
  dialog.setAttribute("aria-labelledby", question.id);
  const no = make("button", cancel, "quiet"), yes = make("button", submitter?.textContent ?? "", "go"), actions = make("div", "", "actions");
  for (const button of [no, yes]) /** @type {HTMLButtonElement} */ (button).type = "button";
  actions.append(no, yes);
  dialog.append(question, actions);
  no.addEventListener("click", () => dialog.close());
  yes.addEventListener("click", () => {
    dialog.close();
    agreed.add(form);
    form.requestSubmit(submitter);
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
