import { message, setLanguage } from "./browser.js";

/** Fills each element that has `data-message` with that text in the user's language. */
export function localize() {
  setLanguage();
  for (const place of document.querySelectorAll("[data-message]")) {
    place.textContent = message(place.getAttribute("data-message") ?? "");
  }
}
