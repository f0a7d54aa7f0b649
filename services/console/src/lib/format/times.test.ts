import { shortId } from './ids.ts';
import { writeDuration, writeTime } from './times.ts';

test.each([
  [undefined, '–'],
  [148.4, '148\u202fms'],
  [1270, '1.27\u202fs'],
  [9_999, '10.0\u202fs'],
  [12_400, '12.4\u202fs'],
  [252_000, '4\u202fmin 12\u202fs'],
  [7_380_000, '2\u202fh 3\u202fmin'],
  [273_600_000, '3\u202fd 4\u202fh'],
])('%s ms are written as %s', (ms, written) => {
  expect(writeDuration(ms)).toBe(written);
});

test('a time is written by its distance: today, this week, this year, before', () => {
  const now = new Date(2026, 10, 29, 12, 0).getTime();
  const at = (...parts: [number, number, number, number, number]) => writeTime(new Date(...parts).getTime(), now);
  expect([at(2026, 10, 29, 9, 41), at(2026, 10, 23, 9, 41), at(2026, 10, 2, 9, 41), at(2025, 10, 29, 9, 41)]).toEqual([
    '09:41',
    'Mon 09:41',
    '2 Nov',
    '29 Nov 2025',
  ]);
});

test('an id is shown by its prefix and its end', () => {
  expect([shortId('run_01kb7w3x20j7q4k8n5d9c6h1nd'), shortId('short')]).toEqual(['run_…c6h1nd', 'short']);
});
