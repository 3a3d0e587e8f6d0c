// Runs in the isolated world of a page, as one classic script, while the pane "On this page" is open.
// `sidebar/tab/tab-sections.js` connects to it. It ends with the connection.
import { SectionWatch } from "../element/page-sections/watch.js";
import { api } from "./api.js";

/** @param {browser.runtime.Port} port */
function connected(port) {
  api.runtime.onConnect.removeListener(connected);
  /** @type {SectionWatch | undefined} */
  let watch;
  const end = () => {
    removeEventListener("pagehide", left);
    watch?.stop();
    watch = undefined;
    Reflect.deleteProperty(globalThis, "goToSection");
  };
  // The browser may keep the document for the Back button.
  const left = () => {
    end();
    port.disconnect();
  };
  addEventListener("pagehide", left);
  port.onDisconnect.addListener(end);
  port.onMessage.addListener((/** @type {any} */ { limits }) => {
    if (!limits) return watch?.readAgain();
    watch = new SectionWatch(limits, {
      show: (sections, version) => port.postMessage({ sections, version, url: location.href }),
      read: (reading, version) => port.postMessage({ reading, version }),
    });
  });
  const goToSection = (/** @type {number} */ version, /** @type {number} */ id) => watch?.go(version, id);
  Object.assign(globalThis, { goToSection });
}

// The sidebar may have run this script before without connecting to it. Elements of the page are not own properties.
if (Object.hasOwn(globalThis, "forgetSections")) /** @type {any} */ (globalThis).forgetSections();
Object.assign(globalThis, { forgetSections: () => api.runtime.onConnect.removeListener(connected) });
api.runtime.onConnect.addListener(connected);
