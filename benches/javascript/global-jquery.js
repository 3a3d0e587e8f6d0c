// Fancytree's modules extend the global jQuery.

import $ from "jquery";

globalThis.jQuery = globalThis.$ = $;

export default $;
