// Starts the engine first, because it takes longest. The static import fetches its script together with this one. Otherwise
// the browser would first fetch and run the sidebar's own script.
import * as bindings from "../../../element/wasm/navibar.js";
import { startEngine } from "../../../element/load/engine.js";
import { compiled } from "./compiled.js";

startEngine(bindings, compiled);
