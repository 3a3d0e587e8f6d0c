/** The embedding example: the tree beside a frame that shows what was chosen in it. */
import { NaviBar } from "./navi-bar-define.js";

const bar = document.querySelector("navi-bar");
const frame = document.querySelector("iframe");

if (bar instanceof NaviBar && frame) {
  bar.addEventListener("navigate", (event) => {
    const { url, disposition } = /** @type {CustomEvent<{ url: string, disposition: string }>} */ (event).detail;
    if (disposition !== "current") return; // new tabs and windows are the browser's business
    event.preventDefault();
    frame.contentWindow?.location.assign(url);
  });

  const follow = () => {
    const page = frame.contentDocument; // null where the frame has left this site
    bar.current = page && page.URL !== "about:blank" ? page.URL : null;
    if (page?.title) document.title = `${page.title} – Navibar in a web page`;
  };
  frame.addEventListener("load", follow);
  if (frame.contentDocument?.readyState === "complete") follow();
}
