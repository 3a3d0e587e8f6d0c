/** An example of embedding: the tree beside a frame with the chosen page. */
import { NaviBar } from "../element/navi-bar-define.js";

const bar = document.querySelector("navi-bar");
const frame = document.querySelector("iframe");

if (bar instanceof NaviBar && frame) {
  bar.addEventListener("navigate", (event) => {
    const { url, disposition } = /** @type {CustomEvent<{ url: string, disposition: string }>} */ (event).detail;
    if (disposition !== "current") return; // the browser opens tabs and windows
    event.preventDefault();
    frame.contentWindow?.location.assign(url);
  });

  const follow = () => {
    const page = frame.contentDocument; // null if the frame shows another site
    bar.current = page && page.URL !== "about:blank" ? page.URL : null;
    if (page?.title) document.title = `${page.title} – Navibar in a web page`;
  };
  frame.addEventListener("load", follow);
  if (frame.contentDocument?.readyState === "complete") follow();
}
