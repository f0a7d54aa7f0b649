import { editedSettings, nameOfGoal, newSettings } from './journey.ts';

const minimal = { goal: 'Find a red shirt', sessionsPerTarget: 2, maxTurns: 3 };

test('a journey without a name has the beginning of its goal', () => {
  expect(newSettings(minimal).name).toBe('Find a red shirt');
  expect(nameOfGoal(`  One\nline ${'x'.repeat(100)}`)).toHaveLength(80);
  expect(nameOfGoal('\u0007')).toBe('Journey');
});

test.each([
  ['clients', { hostIds: ['client_1'] }, '/hostIds'],
  ['servers', { serverAttachmentId: 'srvgroup_1' }, '/serverAttachmentId'],
])('%s beside environments are refused', (_, more, path) => {
  expect(() => newSettings({ ...minimal, environmentIds: ['env_1'], ...more })).toThrow(path);
  const before = newSettings({ ...minimal, ...more });
  expect(() => editedSettings(before, { environmentIds: ['env_1'] })).toThrow(path);
  expect(
    editedSettings(before, { environmentIds: ['env_1', 'env_1'], hostIds: [], serverAttachmentId: null }),
  ).toMatchObject({ environmentIds: ['env_1'], hostIds: [], serverAttachmentId: null });
});

test('an edit changes what it names, and null clears', () => {
  const before = newSettings({
    ...minimal,
    environmentIds: ['env_1'],
    rubric: { criteria: [{ kind: 'goal', description: 'Done.' }] },
  });
  expect(editedSettings(before, { goal: 'Else' })).toEqual({ ...before, goal: 'Else' });
  expect(editedSettings(before, { environmentIds: null, rubric: null })).toMatchObject({
    environmentIds: [],
    rubric: null,
  });
});
