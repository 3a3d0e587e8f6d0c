/** What the pages do with scripts. Without them, everything can be read and reached, too. */

const pages = /** @type {HTMLElement} */ (document.getElementById("pages"));
const tree = pages.querySelector("navi-bar");

/** Lets the keyboard scroll tables and code that are too wide for the window, and passes by those that are not. */
function updateScrollers() {
  for (const scroller of document.querySelectorAll(".scroll, pre")) {
    if (scroller.scrollWidth > scroller.clientWidth) scroller.setAttribute("tabindex", "0");
    else scroller.removeAttribute("tabindex");
  }
}

addEventListener("resize", updateScrollers);
updateScrollers();

// On narrow windows, the tree lies above the page until the user has chosen a section of it.
addEventListener("hashchange", () => {
  if (pages.matches(":popover-open")) pages.hidePopover();
});

// The tree scrolls to the current page when it becomes visible.
pages.addEventListener("toggle", () => {
  if (pages.matches(":popover-open") && tree && "reveal" in tree) /** @type {any} */ (tree).reveal();
});

export {};
