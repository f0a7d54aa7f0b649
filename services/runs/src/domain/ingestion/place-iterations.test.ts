import { importCase } from './imported-case.ts';
import { placeIterations, variantKey, type IngestedIteration, type IngestedSoFar } from './place-iterations.ts';

const trial = (caseTitle: string, more: Partial<IngestedIteration> = {}): IngestedIteration => ({
  id: `iter_${caseTitle}`,
  case: importCase(caseTitle, { caseTitle, passed: true }),
  model: null,
  externalId: null,
  status: 'completed',
  result: 'passed',
  blame: null,
  durationMs: 1,
  errorMessage: null,
  grade: null,
  usage: null,
  transcript: null,
  trace: null,
  ...more,
});
const EMPTY: IngestedSoFar = { finished: 0, known: new Set(), cases: new Map(), trials: new Map() };
const placesOf = (trials: IngestedIteration[], standing = EMPTY) =>
  placeIterations(trials, standing).placed.map(({ position, casePosition, iterationNumber }) => [
    position,
    casePosition,
    iterationNumber,
  ]);

test('new iterations continue the numbers of their variant', () => {
  expect(placesOf([trial('a'), trial('b'), trial('a'), trial('a', { model: 'm' })])).toEqual([
    [0, 0, 1],
    [1, 1, 1],
    [2, 0, 2],
    [3, 0, 1],
  ]);
  const standing = {
    finished: 7,
    known: new Set<string>(),
    cases: new Map([
      ['a', 0],
      ['c', 1],
    ]),
    trials: new Map([[variantKey(0, null), 4]]),
  };
  expect(placesOf([trial('a'), trial('b')], standing)).toEqual([
    [7, 0, 5],
    [8, 2, 1],
  ]);
});

test('cases that are new to the run are returned once', () => {
  const standing = { ...EMPTY, cases: new Map([['a', 0]]) };
  expect(
    placeIterations([trial('b'), trial('a'), trial('b'), trial('c')], standing).met.map(({ position, body }) => [
      position,
      body.id,
    ]),
  ).toEqual([
    [1, 'b'],
    [2, 'c'],
  ]);
});

test('a known iteration is left out, also when it comes twice in one request', () => {
  const standing = { ...EMPTY, known: new Set(['x1']) };
  const { placed, met } = placeIterations(
    [trial('a', { externalId: 'x1' }), trial('b', { externalId: 'x2' }), trial('b', { externalId: 'x2' }), trial('b')],
    standing,
  );
  expect(placed.map(({ externalId, position }) => [externalId, position])).toEqual([
    ['x2', 0],
    [null, 1],
  ]);
  expect(met).toHaveLength(1);
});
