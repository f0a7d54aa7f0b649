import { differingFields, withYours, wordsOfPath } from './three-way.ts';

const step = (id: string, more: object = {}) => ({ id, ...more });
const base = { title: 'a', runs: 5, steps: [step('call', { tool: 'x' }), step('says', { needle: 'in transit' })] };

const summary = (theirs: object, yours: object) =>
  differingFields(base, theirs, yours).map(({ path, isConflict }) => [wordsOfPath(path), isConflict]);

test('fields that only one side changed are no conflict, equal changes neither', () => {
  expect(summary({ ...base, title: 'b' }, { ...base, runs: 8 })).toEqual([
    ['title', false],
    ['runs', false],
  ]);
  expect(summary({ ...base, runs: 8 }, { ...base, runs: 8 })).toEqual([['runs', false]]);
});

test('two values of one field are a conflict, down to the field of a step', () => {
  const theirs = { ...base, runs: 10, steps: [base.steps[0], step('says', { needle: 'Tuesday' })] };
  const yours = { ...base, runs: 8, steps: [base.steps[0], step('says', { needle: 'Monday' })] };
  expect(summary(theirs, yours)).toEqual([
    ['runs', true],
    ['steps / says / needle', true],
  ]);
});

test('steps of both sides are kept, each behind the step that precedes it', () => {
  const theirs = { ...base, steps: [...base.steps, step('fast')] };
  const yours = { ...base, runs: 8, steps: [base.steps[0], step('clean'), base.steps[1]] };
  const taken = differingFields(base, theirs, yours)
    .filter(({ path }) => path.includes('clean') || path[0] === 'runs')
    .map(({ path }) => path);
  expect(withYours(theirs, yours, taken)).toEqual({
    ...base,
    runs: 8,
    steps: [base.steps[0], step('clean'), base.steps[1], step('fast')],
  });
});

test('a removed step stays removed, and another order of steps is taken', () => {
  const yours = { ...base, steps: [base.steps[1], base.steps[0]] };
  const [order] = differingFields(base, base, yours);
  expect(wordsOfPath(order.path)).toBe('steps / order');
  expect(withYours(base, yours, [order.path])).toEqual(yours);
  const without = { ...base, steps: [base.steps[0]] };
  const [removed] = differingFields(base, base, without);
  expect(withYours(base, without, [removed.path])).toEqual(without);
});
