import { limitToMix } from './limit-to-mix.ts';

const mix = { simple: 1, multiTool: 1, multiTurn: 0, complex: 0, negative: 1 };
const normal = (title: string) => ({ title, steps: [], isNegative: false });
const negative = (title: string) => ({ title, steps: [], isNegative: true });

test('the requested mix is kept', () => {
  expect(limitToMix([normal('a'), normal('b'), negative('c')], mix)).toEqual({
    cases: [normal('a'), normal('b'), negative('c')],
    warnings: [],
  });
});

test('surplus cases of each sort are left out', () => {
  expect(
    limitToMix([normal('a'), normal('b'), normal('x'), negative('c'), negative('y')], mix).cases.map(
      ({ title }) => title,
    ),
  ).toEqual(['a', 'b', 'c']);
});

test('missing cases give a warning', () => {
  expect(limitToMix([normal('a'), normal('b'), normal('x')], mix)).toEqual({
    cases: [normal('a'), normal('b')],
    warnings: ['The model drafted 2 of the 3 cases that were asked for.'],
  });
});
