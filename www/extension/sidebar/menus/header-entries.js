import { grouped } from "../../../element/popups/row-menu.js";
import { api, message } from "../../browser.js";

/** @typedef {import("../../../element/types.js").MenuEntry} Entry */
/** @typedef {import("../../../element/types.js").ExportFormat} ExportFormat */
/** @typedef {import("../frame/trail.js").Neighbour} Neighbour */

/**
 * The actions of the menu in the sidebar's header.
 *
 * @typedef {object} EntriesHost
 * @property {import("../../../element/navi-bar.js").NaviBar} tree
 * @property {() => string} news  The title of the first entry.
 * @property {() => void} openNews
 * @property {() => void} findPage
 * @property {() => void} openProblems
 * @property {(which: Neighbour) => void} go
 * @property {() => void} openFile
 * @property {() => string | undefined} closing  The title of the entry that closes the user's file, if one is shown.
 * @property {() => void} closeFile
 * @property {(format: ExportFormat) => void} save
 * @property {() => boolean} savesListedOnly  Returns `true` if files have no pages and titles that only visits or menus have shown.
 * @property {() => void} toggleListedOnly
 * @property {() => void} turnOff
 * @property {() => string | undefined} source  A sentence about the sitemap of the tree.
 */

const NEIGHBOURS = /** @type {const} */ ([["previous", "previousPage"], ["next", "nextPage"], ["up", "upPage"]]);
const ORDERS = /** @type {const} */ ([["site", "orderSite"], ["title", "orderTitle"], ["changed", "orderChanged"]]);
const FORMATS = /** @type {const} */ ([
  ["nns", "saveNns"],
  ["negs", "saveNegs"],
  ["xbel", "saveXbel"],
  ["html", "saveHtml"],
  ["opml", "saveOpml"],
]);

/** @param {string} title @param {() => void} run @param {boolean} [isDisabled] @returns {Entry} */
function action(title, run, isDisabled = false) {
  return { type: "action", title, run, isDisabled };
}

/** @param {EntriesHost} host @returns {Entry[]} */
export function headerEntries(host) {
  const { tree } = host;
  const hasNoRows = !tree.session?.rowCount;
  const closing = host.closing();
  const source = host.source();
  /** @type {Entry[][]} */
  const groups = [
    [
      action(host.news(), host.openNews, hasNoRows),
      action(message("findPageMenu"), host.findPage, hasNoRows),
      action(message("collapseAll"), () => tree.collapseAll(), hasNoRows),
      action(message("reloadMenu"), () => tree.reload()),
      {
        type: "submenu",
        title: message("goTo"),
        isDisabled: NEIGHBOURS.every(([which]) => tree.session?.neighbour(which) === undefined),
        entries: () => NEIGHBOURS.map(([which, key]) => neighbourEntry(host, which, key)),
      },
    ],
    orderEntries(tree, hasNoRows),
    [
      action(message("openFile"), host.openFile),
      ...(closing ? [action(closing, host.closeFile)] : []),
      {
        type: "submenu",
        title: message("saveAs"),
        isDisabled: hasNoRows,
        entries: () => [
          ...FORMATS.map(([format, key]) => action(message(key), () => host.save(format))),
          ...(tree.session?.hasBrowsed && tree.session.source?.format !== "page" ? listedOnlyEntries(host) : []),
        ],
      },
    ],
    [
      action(message("problemsMenu"), host.openProblems, tree.session === undefined || tree.state === "loading"),
      ...(tree.page ? [action(message("turnOff"), host.turnOff)] : []),
      action(message("optionsMenu"), () => api.runtime.openOptionsPage()),
    ],
    source ? [{ type: "note", title: source }] : [],
  ];
  return grouped(groups);
}

/** @param {EntriesHost} host @returns {Entry[]} */
function listedOnlyEntries({ savesListedOnly, toggleListedOnly }) {
  const isChecked = savesListedOnly();
  return [
    { type: "separator" },
    { type: "action", title: message("saveListedOnly"), isChecked, run: toggleListedOnly },
  ];
}

/** @param {EntriesHost} host @param {Neighbour} which @param {string} key @returns {Entry} */
function neighbourEntry({ tree, go }, which, key) {
  return action(message(key), () => go(which), tree.session?.neighbour(which) === undefined);
}

/** @param {import("../../../element/navi-bar.js").NaviBar} tree @param {boolean} hasNoRows @returns {Entry[]} */
function orderEntries(tree, hasNoRows) {
  const hasDates = tree.session?.hasDates ?? false;
  return ORDERS.map(([order, key]) => ({
    type: "action",
    title: message(key),
    isChecked: order === tree.order,
    isDisabled: hasNoRows || (order === "changed" && !hasDates && tree.order !== order),
    run: () => (tree.order = order),
  }));
}
