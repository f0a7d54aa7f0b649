import { isWorthCollecting } from './memory-return.ts';

const MB = 1024 * 1024;
const at = (atMs: number, cpuMs: number, megabytes: number) => ({ atMs, cpuMs, bytes: megabytes * MB });

test.each([
  ['an idle process that holds what a storm left', at(0, 0, 900), at(10_000, 100, 900), 200, true],
  ['a process that works', at(0, 0, 900), at(10_000, 9_000, 900), 200, false],
  ['a process that holds as much as after the last collection', at(0, 0, 210), at(10_000, 100, 230), 200, false],
])('memory of %s is collected or not', (_, before, now, last, expected) => {
  expect(isWorthCollecting(before, now, last * MB)).toBe(expected);
});
