import { NaviBar } from "./navi-bar.js";

if (!customElements.get("navi-bar")) customElements.define("navi-bar", NaviBar);

export { NaviBar };
