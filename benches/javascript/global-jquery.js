// Fancytree's modules extend the one that they find as a global.

import $ from "jquery";

globalThis.jQuery = globalThis.$ = $;

export default $;
