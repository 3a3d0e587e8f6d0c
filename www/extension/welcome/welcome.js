import { openSidebar } from "../background/commands.js";
import { api, message } from "../browser.js";
import { localize } from "../localize.js";
import { shortcutText } from "../shortcut.js";

localize();

const [{ id: windowId }, commands] = await Promise.all([api.windows.getCurrent(), api.commands.getAll()]);
document.getElementById("open")?.addEventListener("click", () => openSidebar(windowId));
document.getElementById("options")?.addEventListener("click", () => api.runtime.openOptionsPage());

const { shortcut } = commands.find(({ name }) => name?.startsWith("_execute_")) ?? {};
const place = document.getElementById("shortcut");
if (place && shortcut) place.textContent = message("orPress", shortcutText(shortcut));
