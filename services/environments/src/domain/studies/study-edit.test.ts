import type { StudyMode } from '@assay/contract/areas/studies/documents';
import { defaultGuestExecution } from '@assay/contract/areas/studies/guest-execution';
import { assertModeAlone, editedStudy } from './study-edit.ts';

const study = (mode: StudyMode) => ({
  id: 'study_1',
  organizationId: 'org_1',
  projectId: 'prj_1',
  environmentId: 'env_1',
  name: 'a',
  description: '',
  mode,
  accessVersion: 1,
  linkVersion: 1,
  guestExecution: defaultGuestExecution,
  createdAt: new Date(0),
  updatedAt: new Date(0),
});

test.each([
  ['project_members', 'invited_only', false],
  ['project_members', 'anyone_with_link', false],
  ['invited_only', 'anyone_with_link', false],
  ['invited_only', 'invited_only', false],
  ['invited_only', 'project_members', true],
  ['anyone_with_link', 'invited_only', true],
  ['anyone_with_link', 'project_members', true],
] as const)('a change of the mode from %s to %s ends visits: %s', (from, mode, ends) =>
  expect('endsVisits' in editedStudy(study(from), { mode }, 'admin')).toBe(ends),
);

test('a member narrows a mode and renames a study, but does not widen a mode', () => {
  expect(editedStudy(study('invited_only'), { mode: 'project_members' }, 'member').study.mode).toBe('project_members');
  expect(editedStudy(study('invited_only'), { name: 'b' }, 'member').study.name).toBe('b');
  expect(() => editedStudy(study('invited_only'), { mode: 'anyone_with_link' }, 'member')).toThrow('admin role');
});

test('a mode is changed alone', () => {
  expect(() => assertModeAlone({ mode: 'invited_only', name: 'b' })).toThrow('/mode is changed alone');
  assertModeAlone({ mode: 'invited_only' });
  assertModeAlone({ name: 'b', description: 'c' });
});
