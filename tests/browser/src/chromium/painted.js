// Gives the times when the panel has painted its first rows, and those of its tree. `paintScript` in chrome.js does the same in
// Firefox. Chromium shows a panel after its load event and paints no frame before, so this script can start late. Gives `null`
// if the panel shows already.

new Promise((resolve) => {
  if (document.visibilityState != "hidden") {
    resolve(null);
    return;
  }
  const now = () => performance.timeOrigin + performance.now();
  const has = (selector) => document.querySelector(selector)?.shadowRoot?.querySelector("[part~=row]");
  let rows = 0;
  let isPainted = false;
  const look = () => {
    const isWorking = has("navi-bar") && !has("#last-view");
    // The current frame will show them.
    if (!isPainted && (isWorking || has("#last-view"))) {
      isPainted = true;
      setTimeout(() => (rows = now()));
    }
    if (isWorking) setTimeout(() => resolve([rows, now()]));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
});
