// The engine takes longest to come, so it is asked for before all else. Its script is named here to come along with this
// one; the sidebar's own would be read and run before anybody asked for it.
import "../wasm/navibar.js";
import { engine } from "../navi-bar/engine.js";

engine().catch(() => {}); // whoever needs it will say so
