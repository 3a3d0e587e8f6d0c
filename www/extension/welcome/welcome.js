import { openSidebar } from "../background/commands.js";
import { api, message } from "../browser.js";
import { localize } from "../localize.js";
import { shortcutText } from "../shortcut.js";
import { openTreeTab } from "../tree-tab.js";

localize();

const [inWindow, commands = [], own] = await Promise.all([
  api.windows?.getCurrent(),
  api.commands?.getAll(),
  api.tabs.getCurrent(),
]);
document.getElementById("open")?.addEventListener("click", () => (inWindow ? openSidebar(inWindow.id) : openTreeTab(own?.id)));
document.getElementById("options")?.addEventListener("click", () => api.runtime.openOptionsPage());

const { shortcut } = commands.find(({ name }) => name?.startsWith("_execute_")) ?? {};
const place = document.getElementById("shortcut");
if (place && shortcut) place.textContent = message("orPress", shortcutText(shortcut));
