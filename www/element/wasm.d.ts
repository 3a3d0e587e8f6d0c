// The build creates the bindings. This lets TypeScript run before the first build.
declare module "*/wasm/navibar.js" {
  export default function init(): Promise<unknown>;
  export const Session: unknown;
}
