// TypeScript checks the types (`tsc -p .`). These rules check what it does not see.

/** The ways in which text becomes markup. Titles come from sites and are always text. */
const markup = "Build elements and set textContent: text from a site never becomes markup.";
const properties = ["innerHTML", "outerHTML", "insertAdjacentHTML", "setHTMLUnsafe", "createContextualFragment"];

export default [
  // Generators have written the files in `tests/manifests/`.
  { ignores: ["target/", "**/node_modules/", "www/element/wasm/", "tests/manifests/"] },
  {
    files: ["www/**/*.js", "tests/**/*.js", "benches/**/*.js"],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-restricted-properties": [
        "error",
        ...properties.map((property) => ({ property, message: markup })),
        { object: "document", property: "write", message: markup },
        { object: "document", property: "writeln", message: markup },
        { object: "api", property: "storage", message: "Use `www/extension/store.js`, which has the limits and the rules for private windows." },
      ],
      "no-restricted-syntax": [
        "error",
        // el["innerHTML"], { innerHTML }, and the like
        { selector: `Literal[value=/^(${properties.join("|")})$/]`, message: markup },
        { selector: `Property > Identifier.key[name=/^(${properties.join("|")})$/]`, message: markup },
      ],
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-script-url": "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-unreachable": "error",
      "no-dupe-keys": "error",
      "no-self-compare": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
    },
  },
  {
    // tests/javascript/imports.test.js checks that the element imports nothing of the extension.
    files: ["www/**/*.js"],
    ignores: ["www/extension/api.js"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...["browser", "chrome"].map((name) => ({ name, message: "Use `api` of www/extension/browser.js." })),
        { name: "setInterval", message: "A sidebar at rest wakes nothing." },
      ],
    },
  },
  // Unit tests check that such addresses are refused.
  { files: ["tests/javascript/**"], rules: { "no-script-url": "off" } },
];
