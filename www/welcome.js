import { api, message } from "./browser.js";
import { localize } from "./localize.js";

localize();

// The click counts as the user's action only as long as nothing is awaited.
document.getElementById("open")?.addEventListener("click", () => api.sidebarAction.open());
document.getElementById("options")?.addEventListener("click", () => api.runtime.openOptionsPage());

const commands = await api.commands.getAll();
const { shortcut } = commands.find(({ name }) => name === "_execute_sidebar_action") ?? {};
const place = document.getElementById("shortcut");
if (place && shortcut) place.textContent = message("orPress", shortcut);
