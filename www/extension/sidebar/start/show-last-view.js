// Shows the last view before the browser loads the sidebar's own script, which is large and would delay the first frame.
import { lastView } from "./last-view.js";

try {
  await lastView.show();
} catch (error) {
  console.error("Navibar cannot show its last view", error);
}
await import("../sidebar.js");
