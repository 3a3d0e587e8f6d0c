// Describes the element for the npm package. Everything comes from the comments in www/element/navi-bar.js and from the types
// that TypeScript reads in them: the types of the events, custom-elements.json, and the declarations that they need.
//
// Arguments: the source of the element's class, the folder of TypeScript's declarations, the folder of the package.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const [source, declarations, out] = process.argv.slice(2);

const CLASS = "NaviBar";
const TAG = "navi-bar";

/** The types of the engine. TypeScript does not copy them, because the bindings of the build have them. */
const ENGINE = "wasm/navibar.d.ts";

/** The length of the balanced braces at the start of a text. */
function bracesAt(text) {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return 0;
}

/** Reads a JSDoc comment: its text, and its tags with their names, types and texts. */
function comment(text) {
  const lines = text.replace(/^\s*\/\*\*|\*\/\s*$/g, "").split("\n").map((line) => line.replace(/^\s*\* ?/, ""));
  // A tag can follow a sentence on the same line.
  const [description, ...tags] = lines.join("\n").split(/(?:^|[ \n])@(?=[a-z]+\b)/);
  return { description: tidy(description), tags: tags.map(tag) };
}

function tag(text) {
  const [, kind, rest] = /^(\w+)\s*([^]*)$/.exec(text);
  const length = rest.startsWith("{") ? bracesAt(rest) : 0;
  const type = length ? rest.slice(1, length - 1) : undefined;
  // The first paragraph belongs to the tag. The next ones belong to the class.
  const [first, ...paragraphs] = rest.slice(length).trim().split(/\n\s*\n/);
  const [, name, text_] = /^(\[[^\]]*\]|[^\s]*)\s*(?:-\s+)?([^]*)$/.exec(first);
  return { kind, type, name, text: tidy(text_), whole: tidy(first), paragraphs: paragraphs.map(tidy) };
}

function tidy(text) {
  return text.trim().replace(/[ \n]+/g, " ");
}

/** Types as the declarations name them. */
function plainType(type) {
  return type.replaceAll(/import\("[^"]*"\)\./g, "");
}

const withText = (description) => (description ? { description } : {});
const withType = (type) => (type ? { type: { text: plainType(type) } } : {});

// The head of the class.
const code = readFileSync(source, "utf8");
const headEnd = code.indexOf(`export class ${CLASS} `);
const head = comment(code.slice(code.lastIndexOf("/**", headEnd), headEnd));
const tagged = (kind) => head.tags.filter((each) => each.kind === kind);
const events = tagged("event");
if (events.length === 0) throw new Error("the class has no events: its comment is not read");

const attributes = tagged("attr").map(({ name, type, text }) => ({ name, ...withText(text), ...withType(type) }));
const cssProperties = tagged("cssproperty").map(({ name, text }) => {
  const [property, ...value] = name.startsWith("[") ? name.slice(1, -1).split("=") : [name];
  return { name: property, ...withText(text), ...(value.length ? { default: value.join("=") } : {}) };
});

// The declarations that the class needs.
const reached = new Map();
const open = ["navi-bar.d.ts"];
for (let name; (name = open.pop()); ) {
  if (reached.has(name)) continue;
  const text = name === ENGINE ? engineTypes() : readFileSync(join(declarations, name), "utf8");
  // The names of types in comments are not imports.
  const imports = text.replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/(?:from |import\()"(\.[^"]+)"/g);
  for (const [, path] of imports) open.push(normalize(join(dirname(name), path.replace(/\.js$/, ".d.ts"))));
  reached.set(name, text);
}
for (const [name, text] of reached) {
  mkdirSync(dirname(join(out, "types", name)), { recursive: true });
  writeFileSync(join(out, "types", name), text);
}

/** What a page can use of the engine's types: not how it starts, and nothing that only the newest libraries of TypeScript have. */
function engineTypes() {
  const [types, start] = readFileSync(join(dirname(source), ENGINE), "utf8").split("export type InitInput");
  if (!start) throw new Error("the bindings do not say how the engine starts");
  return types.replaceAll("    [Symbol.dispose](): void;\n", "");
}

// The members of the class.
const SKIPPED = ["constructor", "connectedCallback", "disconnectedCallback", "attributeChangedCallback", "observedAttributes"];
const classText = /export declare class NaviBar[^{]*\{\n([^]*?)\n\}/.exec(reached.get("navi-bar.d.ts"))[1] + "\n";
const members = new Map();
const attributeNames = new Set(attributes.map(({ name }) => name));
for (const [, doc = "", declaration] of classText.matchAll(/(?: {4}(\/\*\*[^]*?\*\/)\n)?( {4}(?! |\/\*|\*)[^]*?;)\n(?= {4}[\w/#]|$)/g)) {
  const { description, tags } = comment(doc);
  const accessor = /^ +(get|set) (\w+)\(([^]*?)\)(?:: ([^]*))?;$/.exec(declaration);
  const method = /^ +(\w+)\(([^]*)\): ([^]*?);$/.exec(declaration);
  const name = accessor?.[2] ?? method?.[1];
  if (!name || SKIPPED.includes(name)) continue;
  if (accessor?.[1] === "set") delete members.get(name).readonly;
  else if (accessor) {
    const attribute = attributeNames.has(name) ? { attribute: name, reflects: true } : {};
    members.set(name, { kind: "field", name, ...withText(description), ...withType(accessor[4]), readonly: true, ...attribute });
  } else {
    const texts = new Map(tags.filter(({ kind }) => kind === "param").map((each) => [each.name.replace(/[[\]]/g, ""), each.text]));
    const parameters = [...split(method[2])].map((text) => {
      const end = text.startsWith("{") ? bracesAt(text) : /^\w+/.exec(text)[0].length;
      const parameter = text.startsWith("{") ? "options" : text.slice(0, end);
      const [, optional, type] = /^(\??):\s*([^]*)$/.exec(text.slice(end));
      const isOptional = optional ? { optional: true } : {};
      return { name: parameter, ...withText(texts.get(parameter)), ...withType(tidy(type)), ...isOptional };
    });
    const returns = tags.find(({ kind }) => kind === "returns")?.whole;
    const result = method[3] === "void" ? {} : { return: { ...withText(returns), ...withType(method[3]) } };
    members.set(name, { kind: "method", name, ...withText(description), ...(parameters.length ? { parameters } : {}), ...result });
  }
}

/** Splits parameters at the commas that are not in brackets. */
function* split(text) {
  let [depth, start] = [0, 0];
  for (let at = 0; at <= text.length; at++) {
    if ("{(<[".includes(text[at] ?? " ")) depth++;
    if ("})]".includes(text[at] ?? " ") || (text[at] === ">" && text[at - 1] !== "=")) depth--;
    if (at === text.length || (text[at] === "," && depth === 0)) {
      if (text.slice(start, at).trim()) yield text.slice(start, at).trim();
      start = at + 1;
    }
  }
}

const declaration = { name: CLASS, module: "navi-bar.js" };
const exported = { kind: "js", name: CLASS, declaration };
const lastParagraphs = head.tags.flatMap(({ paragraphs }) => paragraphs);
const manifest = {
  schemaVersion: "2.1.0",
  readme: "README.md",
  modules: [
    {
      kind: "javascript-module",
      path: "navi-bar.js",
      declarations: [
        {
          kind: "class",
          customElement: true,
          name: CLASS,
          tagName: TAG,
          superclass: { name: "HTMLElement" },
          description: [head.description, ...lastParagraphs].filter(Boolean).join("\n\n"),
          attributes,
          members: [...members.values()],
          events: events.map(({ name, type, text }) => ({ name, ...withText(text), type: { text: plainType(type) } })),
          slots: tagged("slot").map(({ name, text }) => ({ name, ...withText(text) })),
          cssParts: tagged("csspart").map(({ name, text }) => ({ name, ...withText(text) })),
          cssProperties,
        },
      ],
      exports: [exported],
    },
    {
      kind: "javascript-module",
      path: "navi-bar-define.js",
      exports: [exported, { kind: "custom-element-definition", name: TAG, declaration }],
    },
  ],
};
writeFileSync(join(out, "custom-elements.json"), `${JSON.stringify(manifest, null, 2)}\n`);

// The types of the events. An element's own events hide those of other elements with the same names.
const own = events.map(({ name }) => `"${name}"`).join(" | ");
const types = events.map(({ name, type, text }) => `  /** ${text} */\n  ${name}: ${plainType(type)};`).join("\n");
const declared = reached.get("types.d.ts") + reached.get(ENGINE);
const known = [...new Set([...declared.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name))];
const used = known.filter((name) => new RegExp(`\\b${name}\\b`).test(types.replaceAll(/\/\*\*[^]*?\*\//g, "")));
const listener = (verb, options) => `\
    ${verb}EventListener<K extends keyof NaviBarEventMap>(
      type: K,
      listener: (this: NaviBar, event: NaviBarEventMap[K]) => unknown,
      options?: boolean | ${options},
    ): void;
    ${verb}EventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | ${options}): void;`;
writeFileSync(
  join(out, "types/element.d.ts"),
  `\
import { NaviBar } from "./navi-bar.js";
import type { ${used.join(", ")} } from "./types.js";

export { NaviBar };
export type * from "./types.js";

/** The events of the element, with those of every element. */
export interface NaviBarEventMap extends Omit<HTMLElementEventMap, ${own}> {
${types}
}

declare module "./navi-bar.js" {
  interface NaviBar {
${listener("add", "AddEventListenerOptions")}
${listener("remove", "EventListenerOptions")}
  }
}
`,
);
writeFileSync(
  join(out, "types/index.d.ts"),
  `\
import type { NaviBar } from "./element.js";

export * from "./element.js";

declare global {
  interface HTMLElementTagNameMap {
    "${TAG}": NaviBar;
  }
}
`,
);
