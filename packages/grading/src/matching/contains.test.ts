import { ComputeBudget } from '../compute-budget.ts';
import { containsValue } from './contains.ts';

const long = 'ab'.repeat(200_000);

test.each([
  ['in the middle', `${long}needle${long}`, 'needle', true],
  ['at the end', `${long}needle`, 'needle', true],
  ['after a beginning of itself', `${long}aabaabaac${long}`, 'aabaac', true],
  ['with letters of another case', `${long}NEEDLE`, 'needle', true],
  ['almost', `${long}needl`, 'needle', false],
  ['a text longer than all', 'ab', long, false],
  ['in a short text', 'a needle', 'needle', true],
])('text is found %s: %s', (_, text, needle, found) => {
  expect(containsValue(text, needle, false, new ComputeBudget())).toBe(found);
});

test('case is significant on request', () => {
  expect(containsValue(`${long}NEEDLE`, 'needle', true, new ComputeBudget())).toBe(false);
});

test("it finds the same as the engine's search", () => {
  const texts = Array.from({ length: 300 }, (_, i) => ((i * 2_654_435_761) % 4_294_967_296).toString(2));
  // So long that almost no needle is left to the engine's own search.
  const hay = texts.join('').repeat(6);
  for (const needle of texts)
    for (const part of [needle, needle.slice(3), `${needle}${needle}`])
      expect([part, containsValue(hay, part, true, new ComputeBudget())]).toEqual([part, hay.includes(part)]);
});
