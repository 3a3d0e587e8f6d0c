import { OwnPageFacts } from "./load/own-page-facts.js";
import { NaviBar } from "./navi-bar.js";
import { readOwnPageBy } from "./parts.js";

readOwnPageBy(OwnPageFacts);
if (!customElements.get("navi-bar")) customElements.define("navi-bar", NaviBar);

export { NaviBar };
