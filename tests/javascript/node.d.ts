/** What the tests use of Node. `@types/node` would change the types of the browser's globals. */

declare module "node:test" {
  export default function test(name: string, run: () => void | Promise<void>): Promise<void>;
}

declare module "node:assert/strict" {
  const assert: {
    (value: unknown, message?: string): void;
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
  };
  export default assert;
}

declare const process: { env: Record<string, string | undefined> };
