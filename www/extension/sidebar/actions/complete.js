import { formatted, message } from "../../browser.js";
import { confirm } from "../frame/confirm.js";

/**
 * Offers to load the sitemaps whose pages a saved file would lack.
 *
 * @param {import("../../../element/navi-bar.js").NaviBar} tree
 * @returns {Promise<boolean>}  `true` if the tree is complete, or if the user accepts what is missing.
 */
export async function completedOrAccepted(tree) {
  const missing = tree.session?.missingDocuments ?? 0;
  if (missing === 0) return true;
  const load = message("loadAndSave");
  const choice = await confirm(message("saveQuestion", formatted(missing)), [load, message("saveWithout")]);
  if (choice !== load) return choice !== undefined;
  const outcome = await tree.loadMissing();
  return outcome?.status === "loaded";
}
