// The bindings are a product of the build: this lets the types be checked before there are any.
declare module "*/wasm/navibar.js" {
  export default function init(): Promise<unknown>;
  export const Session: unknown;
}
