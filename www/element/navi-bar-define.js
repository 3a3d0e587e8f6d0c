import { OwnPageFacts } from "./load/own-page-facts.js";
import { OwnSections } from "./load/own-sections.js";
import { NaviBar } from "./navi-bar.js";
import { readSectionsBy } from "./outline/outline.js";
import { readOwnPageBy } from "./parts.js";

readOwnPageBy(OwnPageFacts);
readSectionsBy(() => new OwnSections());
// A server has no registry.
if (globalThis.customElements && !customElements.get("navi-bar")) customElements.define("navi-bar", NaviBar);

export { NaviBar };
