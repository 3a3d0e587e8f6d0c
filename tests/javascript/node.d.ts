/** The parts of Node that the tests use. `@types/node` would change the types of the browser's globals. */

declare module "node:test" {
  type Run = () => void | Promise<void>;
  function test(name: string, run: Run): Promise<void>;
  function test(name: string, options: { skip?: string }, run: Run): Promise<void>;
  export function beforeEach(run: Run): void;
  export default test;
}

declare module "node:assert/strict" {
  const assert: {
    (value: unknown, message?: string): void;
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    rejects(promise: Promise<unknown>, message?: string): Promise<void>;
  };
  export default assert;
}

declare module "node:fs" {
  export function existsSync(file: string): boolean;
  export function readdirSync(folder: string, options: { recursive: boolean; encoding: "utf8" }): string[];
  export function readdirSync(folder: string): string[];
  export function readFileSync(file: string, encoding: "utf8"): string;
}

declare module "node:path" {
  const path: {
    dirname(path: string): string;
    join(...parts: string[]): string;
    resolve(...parts: string[]): string;
  };
  export default path;
}

interface ImportMeta {
  dirname: string;
}

declare const process: { env: Record<string, string | undefined>; cpuUsage(previous?: { user: number; system: number }): { user: number; system: number } };

declare module "node:module" {
  export function createRequire(from: string): (name: string) => any;
}

declare module "node:vm" {
  export class Script {
    constructor(code: string);
    runInContext(context: unknown): unknown;
  }
}

declare module "jsdom" {
  export class VirtualConsole {}
  export class JSDOM {
    constructor(html: string, options: { url: string, runScripts: "outside-only", virtualConsole: VirtualConsole });
    window: Window;
    getInternalVMContext(): unknown;
  }
}
