import { execFileSync } from 'node:child_process';
import { isWorthCollecting } from './garbage-collection.ts';

const MB = 1024 * 1024;
const at = (atMs: number, cpuMs: number, megabytes: number, isQuiet = true) => ({
  atMs,
  cpuMs,
  bytes: megabytes * MB,
  isQuiet,
});

test.each([
  ['an idle process that holds what a storm left', at(0, 0, 900), at(10_000, 100, 900), 200, true],
  ['a process that works', at(0, 0, 900), at(10_000, 9_000, 900), 200, false],
  ['a process that is polled', at(0, 0, 900), at(10_000, 100, 900, false), 200, false],
  ['a process that holds as much as after the last collection', at(0, 0, 210), at(10_000, 100, 230), 200, false],
])('memory of %s is collected or not', (_, before, now, last, expected) => {
  expect(isWorthCollecting(before, now, last * MB)).toBe(expected);
});

const COLLECT = `
const { tuneGarbageCollection } = await import(${JSON.stringify(import.meta.resolve('./garbage-collection.ts'))});
tuneGarbageCollection();
gc();
`;

test('V8 lets the heap double until its next collection', () => {
  const flags = ['--no-warnings', '--expose-gc', '--trace-gc-verbose', '--input-type=module'];
  const said = execFileSync(process.execPath, [...flags, '--eval', COLLECT], { encoding: 'utf8' });
  expect(said).toContain('[HeapController] factor 2.0 ');
});
