import { message } from "../../browser.js";
import { element } from "../../../element/dom.js";

/**
 * Asks the user to confirm an action.
 *
 * @param {string} question
 * @param {string[]} answers  The texts of the buttons that confirm. The first one gets the focus.
 * @returns {Promise<string | undefined>}  The chosen answer.
 */
export function confirm(question, answers) {
  const button = (/** @type {string} */ text, /** @type {string} */ value) =>
    element("button", { type: "submit", value, class: "worded" }, text);
  const buttons = [...answers.map((answer) => button(answer, answer)), button(message("cancel"), "")];
  const text = element("p", { id: "question" }, question);
  const form = element("form", { method: "dialog" }, text, element("p", { class: "answers" }, ...buttons));
  const dialog = element("dialog", { class: "question", "aria-labelledby": "question" }, form);
  document.body.append(dialog);
  const { promise, resolve } = /** @type {PromiseWithResolvers<string | undefined>} */ (Promise.withResolvers());
  dialog.addEventListener("close", () => {
    dialog.remove();
    resolve(dialog.returnValue || undefined);
  });
  dialog.showModal();
  buttons[0]?.focus();
  return promise;
}
