// Loads the engine first, because it takes longest. The static import fetches its script together with this one. Otherwise
// the browser would first fetch and run the sidebar's own script.
import "../../element/wasm/navibar.js";
import { engine } from "../../element/load/engine.js";

engine().catch(() => {}); // the first load reports the error
