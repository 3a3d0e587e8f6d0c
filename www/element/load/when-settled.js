/**
 * Waits until the scripts of the current document have stopped changing it.
 *
 * The function is self-contained, because an extension serializes it to run it in a page. Its observer ends by itself.
 *
 * @param {number} quietMs  Milliseconds without a change.
 * @param {number} maxMs  The longest time to wait, in milliseconds.
 * @param {boolean} needsChange  Wait for a change first.
 * @returns {Promise<boolean>}  `true` if the document has changed.
 */
export function whenSettled(quietMs, maxMs, needsChange) {
  return new Promise((resolve) => {
    let hasChanged = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let quiet;
    const end = () => {
      observer.disconnect();
      clearTimeout(quiet);
      clearTimeout(longest);
      resolve(hasChanged);
    };
    const observer = new MutationObserver(() => {
      hasChanged = true;
      clearTimeout(quiet);
      quiet = setTimeout(end, quietMs);
    });
    const longest = setTimeout(end, maxMs);
    if (!needsChange) quiet = setTimeout(end, quietMs);
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  });
}
