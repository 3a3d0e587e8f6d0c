// Runs before the sidebar's own script, which is large.
import { lastView } from "./last-view.js";

lastView.show().catch((error) => console.error("Navibar cannot show its last view", error));
