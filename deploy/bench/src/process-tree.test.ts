import { memoryOf, parseMaps, parseStat } from './process-tree.ts';

test('a stat line is read after the name of its program, which may hold parentheses', () => {
  const line = '4711 (a ) b (c) S 815 4711 4711 0 -1 4194304 1 2 3 4 250 50 6 7 20 0 11 0 99';
  expect(parseStat(line)).toEqual({ parent: 815, cpuMs: 3_000 });
});

const mapping = (name: string, rss: number, pss: number, anonymous: number) =>
  `7f00-7f01 r-xp 00000000 08:01 12 ${name}\nRss: ${rss} kB\nPss: ${pss} kB\nAnonymous: ${anonymous} kB\n`;

test('memory of a file counts once, and shared memory by its shares', () => {
  const processes = [
    mapping('/bin/node', 3_000, 10, 24) + mapping('', 2_048, 2_048, 2_048) + mapping('[heap]', 1_000, 1_000, 1_000),
    mapping('/bin/node', 2_024, 5, 0) + mapping('/dev/zero (deleted)', 4_096, 1_024, 0),
  ];
  expect(memoryOf(processes.map(parseMaps))).toBe((2_976 + 24 + 2_048 + 1_000 + 1_024) / 1_024);
});
