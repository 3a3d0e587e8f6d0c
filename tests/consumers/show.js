// What every page does, with the package's plain interface.
import german from "navibar/strings/de.json";

/** Shows the address of a page instead of opening it. @param {CustomEvent<{ url: string }>} event */
export function show(event) {
  event.preventDefault();
  document.querySelector("output").textContent = new URL(event.detail.url).pathname;
}

export { german };
