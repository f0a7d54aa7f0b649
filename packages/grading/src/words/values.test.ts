import { countText, intervalText, lineText, rateText } from './values.ts';

const plain = (text: string) => text.replaceAll('\u202f', ' ');

test.each<[number, string]>([
  [0, '0'],
  [999, '999'],
  [1_204, '1 204'],
  [1_000_000, '1 000 000'],
])('the count %d is written %s', (count, text) => expect(plain(countText(count))).toBe(text));

test.each<[number, string]>([
  [0, '0 %'],
  [0.0001, '0.01 %'],
  [0.004, '0.4 %'],
  [51 / 83, '61 %'],
  [0.985, '99 %'],
  [0.994, '99.4 %'],
  [0.9999, '99.99 %'],
  [1, '100 %'],
])('the rate %d is written %s', (rate, text) => expect(plain(rateText(rate))).toBe(text));

test.each<[number, number, string]>([
  [0.899, 0.9, '89.9 %'],
  [0.9, 0.9, '90 %'],
  [0.90002, 0.9, '90.002 %'],
  [0.61, 0.9, '61 %'],
])('the rate %d beside the line %d is written %s', (rate, line, text) =>
  expect(plain(rateText(rate, line))).toBe(text),
);

test('a line keeps its decimals, and an interval is whole', () => {
  expect(plain(lineText(99.95))).toBe('99.95 %');
  expect(plain(intervalText({ lower: 0.507, upper: 0.712 }))).toBe('51–71 %');
});
