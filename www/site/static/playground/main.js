import { Findings } from "./findings.js";
import { Saved } from "./saved.js";
import { Source } from "./source.js";

/** @param {string} id @returns {any} */
const part = (id) => document.getElementById(id);

await customElements.whenDefined("navi-bar");
/** @type {import("../../../element/navi-bar.js").NaviBar} */
const tree = part("tree");
const chosen = part("chosen-page");

/** A tree with at most this many pages opens completely. */
const FEW_PAGES = 200;

/** @type {File | undefined} The file whose tree was opened. Later, the user opens and closes branches. */
let expanded;

const source = new Source(
  {
    text: part("text"),
    large: part("large"),
    largeName: part("large-name"),
    close: part("close"),
    address: part("address"),
    chosen: part("chosen"),
    clear: part("clear"),
  },
  read,
);
const findings = new Findings(part("findings"), part("summary"), (place, length) => source.select(place, length));
const saved = new Saved(
  { format: part("format"), text: part("saved"), copy: part("copy"), download: part("download"), note: part("saved-note") },
  tree,
);

/** Shows the tree of the sitemap. The rest follows when it has been read. */
function read() {
  const { file } = source;
  chosen.textContent = "";
  if (file) {
    tree.openFile(file, source.address);
  } else {
    tree.closeFile();
    findings.clear();
    saved.clear();
  }
}

function ended() {
  const { session, file } = tree;
  if (!session || !file) return;
  if (file !== expanded && (session.source?.pages ?? 0) <= FEW_PAGES) {
    session.expandAll();
    tree.refresh();
  }
  expanded = file;
  void findings.show(session, file, source.hasText);
  void saved.show();
}

tree.documentsAtOnce = 1; // the policy of this page forbids requests to other servers
tree.addEventListener("load", ended);
tree.addEventListener("error", ended);
// The pages of the sitemap are not opened, because this page sends nothing to other servers.
tree.addEventListener("navigate", (event) => {
  event.preventDefault();
  const { title, url } = /** @type {CustomEvent<{ title: string, url: string }>} */ (event).detail;
  chosen.textContent = `${title}: ${url}`;
});
