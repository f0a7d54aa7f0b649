import { writeCount, writeCountOf, writeInterval, writeMoney, writePoints, writeRate, writeSize } from './numbers.ts';

test('counts group their digits from a thousand on, and have a noun in singular or plural', () => {
  expect([0, 999, 1204, 1_000_000].map((count) => writeCount(count))).toEqual([
    '0',
    '999',
    '1\u202f204',
    '1\u202f000\u202f000',
  ]);
  expect([writeCountOf(1, 'trial'), writeCountOf(83, 'trial'), writeCountOf(2, 'entry', 'entries')]).toEqual([
    '1 trial',
    '83 trials',
    '2 entries',
  ]);
});

test.each([
  [undefined, '–'],
  [0, '0\u202f%'],
  [0.004, '0.4\u202f%'],
  [0.6145, '61\u202f%'],
  [0.994, '99.4\u202f%'],
  [1, '100\u202f%'],
])('the rate %s is written as %s', (share, written) => {
  expect(writeRate(share)).toBe(written);
});

test('intervals are whole percents, and differences are signed points', () => {
  expect(writeInterval({ low: 0.507, high: 0.712 })).toBe('51–71\u202f%');
  expect([0.01, -0.19, 0].map(writePoints)).toEqual(['+1 point', '−19 points', '0 points']);
});

test.each([
  [null, 'no price'],
  [0, '$0.00'],
  [0.0042, '$0.0042'],
  [12.5, '$12.50'],
])('%s dollars are written as %s', (dollars, written) => {
  expect(writeMoney(dollars)).toBe(written);
});

test.each([
  [812, '812\u202fB'],
  [2_100_000, '2.1\u202fMB'],
  [512_000, '512\u202fkB'],
])('%s bytes are written as %s', (bytes, written) => {
  expect(writeSize(bytes)).toBe(written);
});
