import { assertionsOf, freeStepId, patchOf, type CaseEdit } from './case-edit.ts';

const call: CaseEdit['steps'][number] = { id: 'call', kind: 'toolCall', serverName: 's', toolName: 't' };
const says: CaseEdit['steps'][number] = {
  id: 'says',
  kind: 'assert',
  assertion: { type: 'toolResultContains', needle: 'x' },
};
const edit: CaseEdit = { title: 'a', steps: [call, says], iterations: 3, isNegative: false, models: [] };
const suiteCheck = { type: 'noToolErrors' } as const;
const own = { type: 'toolLatencyUnder', ms: 500 } as const;

test('a patch has the changed fields alone, and clears a field that is gone', () => {
  expect(patchOf({ ...edit, kind: 'regression' }, { ...edit, title: 'b' })).toEqual({ title: 'b', kind: null });
  expect(patchOf({ ...edit, suppressedSuiteStandardCheckIds: ['call.schema'] }, edit)).toEqual({
    suppressedSuiteStandardCheckIds: [],
  });
});

test.each([
  [undefined, ['says', 'suite']],
  ['extend', ['says', 'suite', 'case']],
  ['replace', ['says', 'case']],
] as const)('a case with the mode %s is graded by %j', (mode, from) => {
  const checks = mode && { mode, list: [own] };
  const placed = assertionsOf({ ...edit, ...(checks && { checks }) }, [suiteCheck], new Set(['call']));
  expect(placed.map((each) => (typeof each.from === 'string' ? each.from : each.from.stepId))).toEqual(from);
  expect(placed[0].afterStepId).toBe('call');
});

test('a new step gets an id that is free', () => {
  expect(freeStepId([call, says], 'check')).toBe('check');
  expect(freeStepId([call, says], 'call')).toBe('call-2');
});
