import type { JourneyCriterion } from '@assay/contract/areas/journeys/rubric';
import { frozenRubric } from './rubric.ts';

const called = (toolName: string, more: object = {}) =>
  ({ kind: 'assertion', assertion: { type: 'toolCalledAtLeastOnce', toolName }, ...more }) as JourneyCriterion;
const observed: JourneyCriterion = {
  kind: 'assertion',
  assertion: { type: 'noRepeatedIdenticalCall', role: 'advisory' },
};
const goal: JourneyCriterion = { kind: 'goal', description: 'The order\n was placed.' };

test('a rubric gets ids, labels, roles and a threshold', () => {
  const { criteria, passThreshold } = frozenRubric({
    criteria: [called('search'), observed, { ...goal, role: 'required' }],
  });
  expect(passThreshold).toBe(0.8);
  expect(criteria.map(({ label, role }) => [label, role])).toEqual([
    ['toolCalledAtLeastOnce search', 'gating'],
    ['noRepeatedIdenticalCall', 'advisory'],
    ['The order was placed.', 'gating'],
  ]);
  expect(criteria.map(({ id }) => /^c_[0-9a-f]{12}$/.test(id))).toEqual([true, true, true]);
});

test('equal criteria have an equal id with any label and role', () => {
  const [one] = frozenRubric({ criteria: [called('search')] }).criteria;
  const [other] = frozenRubric({ criteria: [called('search', { label: 'Looks', role: 'advisory' })] }).criteria;
  expect(other!.id).toBe(one!.id);
});

test('given ids, labels and thresholds stay', () =>
  expect(frozenRubric({ criteria: [called('a', { id: 'x', label: 'L' })], passThreshold: 1 })).toMatchObject({
    criteria: [{ id: 'x', label: 'L' }],
    passThreshold: 1,
  }));

test.each<[string, JourneyCriterion[], string]>([
  ['equal criteria', [called('a'), called('a')], '/rubric/criteria/1'],
  ['equal ids', [called('a', { id: 'x' }), called('b', { id: 'x' })], '/rubric/criteria/1'],
  ['a gating observation', [{ ...observed, role: 'gating' }], '/rubric/criteria/0/role'],
  ['a required observation', [{ ...observed, role: 'required' }], '/rubric/criteria/0/role'],
])('a rubric with %s is refused', (_, criteria, path) =>
  expect(() => frozenRubric({ criteria })).toThrow(expect.objectContaining({ message: expect.stringContaining(path) })),
);
