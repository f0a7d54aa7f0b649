import { callMarksOf, citingItems, firstItem, messageMarksOf, wireEvidence } from './evidence.ts';

const check = (type: string, status: string, more: object = {}) =>
  ({ type, status, source: 'step', role: 'gating', stage: 'userValue', reason: type, ...more }) as never;
const graded = {
  checks: [
    check('held', 'passed', { place: { spanId: 'call_1', part: 'result', pointer: '/x' } }),
    check('first', 'failed', { place: { messageIndex: 3, range: { start: 1, end: 2 } } }),
    check('told', 'failed', {
      role: 'advisory',
      place: { spanId: 'call_2', wireIndex: 6, part: 'result', pointer: '/content/0/text' },
    }),
  ],
  faults: [{ kind: 'toolError', reason: 'it failed' }],
  failure: { assertion: 'told' },
};
const items = citingItems(graded);

test('assertions and faults become items, and the one that the failure is told by is the first', () => {
  expect(items.map(({ id, kind, tags, stage }) => [id, kind, tags.join(), stage])).toEqual([
    ['c0', 'passed', 'step', 'user value'],
    ['c1', 'failed', 'step', 'user value'],
    ['c2', 'failed', 'step,advisory', 'user value'],
    ['f0', 'failed', 'trial', undefined],
  ]);
  expect(firstItem(items, graded)?.id).toBe('c2');
  expect(firstItem(items, { ...graded, failure: {} })?.id).toBe('c1');
});

test('places of what does not hold are marked in calls, messages and on the wire', () => {
  expect([...callMarksOf(items, {})]).toEqual([
    ['call_2', { result: [{ pointer: '/content/0/text', range: undefined }] }],
  ]);
  const callComparison = { differing: [{ expected: 0, actual: 'call_3', pointers: ['/agent'] }] } as never;
  expect(callMarksOf(items, { callComparison }).get('call_3')).toEqual({ arguments: [{ pointer: '/agent' }] });
  expect(messageMarksOf(items)).toEqual([{ messageIndex: 3, range: { start: 1, end: 2 } }]);
  expect(wireEvidence(items, 6)).toMatchObject({
    evidence: [{ pointer: '/result/content/0/text' }],
    citing: [{ id: 'c2' }],
  });
});
