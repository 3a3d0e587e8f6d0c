import { message, setLanguage } from "./browser.js";

/** Puts the texts of the user's language into a page: into each element the one that its `data-message` names. */
export function localize() {
  setLanguage();
  for (const place of document.querySelectorAll("[data-message]")) {
    place.textContent = message(place.getAttribute("data-message") ?? "");
  }
}
