import { differingRanges } from './differing-range.ts';

test.each([
  ['https://a.test/mcp', 'https://a.test', '/mcp', ''],
  ['https://a.test', 'https://a.test/desk', '', '/desk'],
  ['https://a.test/mcp', 'https://b.test/mcp', 'a', 'b'],
  ['aa', 'aaa', '', 'a'],
  ['same', 'same', '', ''],
])('the texts %s and %s differ where neither beginning nor end is common', (given, found, inGiven, inFound) => {
  const ranges = differingRanges(given, found);
  expect([given.slice(ranges.given.from, ranges.given.to), found.slice(ranges.found.from, ranges.found.to)]).toEqual([
    inGiven,
    inFound,
  ]);
});
