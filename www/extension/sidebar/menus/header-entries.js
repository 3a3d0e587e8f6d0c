import { grouped } from "../../../element/popups/row-menu.js";
import { api, message } from "../../browser.js";
import { shownSource, sourceText } from "../frame/site-header.js";

/** @typedef {import("../../../element/types.js").MenuEntry} Entry */
/** @typedef {import("../frame/trail.js").Neighbour} Neighbour */

/**
 * What the menu in the sidebar's header acts on.
 *
 * @typedef {object} EntriesHost
 * @property {import("../../../element/navi-bar.js").NaviBar} tree
 * @property {import("../actions/commands.js").Actions} actions
 * @property {import("../panels/news.js").WhatsNew} news
 * @property {import("../actions/save.js").TreeSaver} saver
 * @property {HTMLElement} file  A click opens a file.
 * @property {HTMLElement} back  A click closes it.
 * @property {() => void} turnOff
 * @property {(() => void) | undefined} forgetRead  `undefined` if the user has read nothing here.
 * @property {(() => void) | undefined} openTab  Shows the tree in a tab. `undefined` if it is in one.
 */

const NEIGHBOURS = /** @type {const} */ ([["previous", "previousPage"], ["next", "nextPage"], ["up", "upPage"], ["unread", "unreadPage"]]);
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
  const { tree, actions, news, saver, file, back } = host;
  const hasNoRows = !tree.session?.rowCount;
  const source = shownSource(tree);
  /** @type {Entry[][]} */
  const groups = [
    [
      action(news.label, actions.whatsNew, hasNoRows),
      action(message("findPageMenu"), () => actions.findPage(), hasNoRows),
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
      action(message("openFile"), () => file.click()),
      ...(tree.file ? [action(back.textContent ?? "", () => back.click())] : []),
      {
        type: "submenu",
        title: message("saveAs"),
        isDisabled: hasNoRows,
        entries: () => [
          ...FORMATS.map(([format, key]) => action(message(key), () => saver.saveAs(format))),
          ...(tree.session?.hasBrowsed && tree.session.source?.format !== "page" ? listedOnlyEntries(saver) : []),
        ],
      },
    ],
    [
      action(message("problemsMenu"), actions.showProblems, tree.session === undefined || tree.state === "loading"),
      ...(tree.page ? [action(message("turnOff"), host.turnOff)] : []),
      ...(host.forgetRead ? [action(message("forgetRead"), host.forgetRead)] : []),
      ...(host.openTab ? [action(message("openTreeTab"), host.openTab)] : []),
      action(message("optionsMenu"), () => api.runtime.openOptionsPage()),
    ],
    source ? [{ type: "note", title: sourceText(source, tree.file) }] : [],
  ];
  return grouped(groups);
}

/** @param {EntriesHost["saver"]} saver @returns {Entry[]} */
function listedOnlyEntries(saver) {
  const isChecked = saver.savesListedOnly;
  const run = () => (saver.savesListedOnly = !isChecked);
  return [{ type: "separator" }, { type: "action", title: message("saveListedOnly"), isChecked, run }];
}

/** @param {EntriesHost} host @param {Neighbour} which @param {string} key @returns {Entry} */
function neighbourEntry({ tree, actions }, which, key) {
  return action(message(key), actions[which], tree.session?.neighbour(which) === undefined);
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
