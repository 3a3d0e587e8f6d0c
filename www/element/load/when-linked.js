/**
 * Waits until scripts have added links to the current document, however late. A document without scripts does not change, so
 * nothing waits for it. `endLinkWatch` must have ended an earlier call.
 *
 * The function is self-contained, because an extension serializes it to run it in a page.
 *
 * @param {number} links  The number of links that were there when the page was read.
 * @param {number} pauseMs  Milliseconds between a change and a look at it.
 * @param {number} looks  A document that changes all the time is not watched forever.
 * @returns {Promise<boolean>}  `true` if there are more links.
 */
export function whenLinked(links, pauseMs, looks) {
  const world = /** @type {{ naviBarWatch?: () => void }} */ (globalThis);
  const isLinked = () => document.links.length > links;
  return new Promise((resolve) => {
    if (document.scripts.length === 0 || isLinked()) return resolve(isLinked());
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let pause;
    const observer = new MutationObserver(() => (pause ??= setTimeout(look, pauseMs)));
    const end = () => {
      observer.disconnect();
      clearTimeout(pause);
      delete world.naviBarWatch;
      resolve(isLinked());
    };
    const look = () => {
      pause = undefined;
      if (isLinked() || --looks <= 0) end();
    };
    world.naviBarWatch = end;
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ["href"] });
  });
}

/** Ends the wait of `whenLinked` in the current document. Self-contained, too. An element of the page is not the watch. */
export function endLinkWatch() {
  const world = /** @type {{ naviBarWatch?: () => void }} */ (globalThis);
  if (Object.hasOwn(world, "naviBarWatch")) world.naviBarWatch?.();
}
