import assert from "node:assert/strict";

/**
 * Checks a function against a table. A failure shows the whole table with every wrong row.
 *
 * @template Input
 * @param {readonly (readonly [input: Input, expected: unknown])[]} table
 * @param {(input: Input) => unknown} run
 */
export function check(table, run) {
  const actual = table.map(([input]) => [input, run(input)]);
  assert.deepEqual(actual, table);
}
