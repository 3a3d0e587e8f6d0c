import { message } from "../browser.js";
import { element } from "../navi-bar/dom.js";

/**
 * Asks the user before something is done.
 *
 * @param {string} question
 * @param {string} yes  What the button for it says.
 * @returns {Promise<boolean>}
 */
export function ask(question, yes) {
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
