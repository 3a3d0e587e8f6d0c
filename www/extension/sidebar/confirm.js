import { message } from "../browser.js";
import { element } from "../../element/dom.js";

/**
 * Asks the user to confirm an action.
 *
 * @param {string} question
 * @param {string} yes  The text of the button that confirms.
 * @returns {Promise<boolean>}
 */
export function confirm(question, yes) {
  const agree = element("button", { type: "submit", value: "yes", class: "worded" }, yes);
  const cancel = element("button", { type: "submit", value: "no", class: "worded" }, message("cancel"));
  const text = element("p", { id: "question" }, question);
  const form = element("form", { method: "dialog" }, text, element("p", { class: "answers" }, agree, cancel));
  const dialog = element("dialog", { class: "question", "aria-labelledby": "question" }, form);
  document.body.append(dialog);
  const { promise, resolve } = /** @type {PromiseWithResolvers<boolean>} */ (Promise.withResolvers());
  dialog.addEventListener("close", () => {
    dialog.remove();
    resolve(dialog.returnValue === "yes");
  });
  dialog.showModal();
  agree.focus();
  return promise;
}
