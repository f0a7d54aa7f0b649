import type { StudyMode } from '@assay/contract/areas/studies/documents';
import { isAdmitted, type Guest } from './admission.ts';

const guests = {
  'a stranger': {},
  'a stranger who signed in': { userId: 'usr_1' },
  'an invited person': { memberId: 'studymem_1' },
  'a member of the project': { userId: 'usr_1', hasProjectRole: true },
} satisfies Record<string, Guest>;

test.each<[StudyMode, keyof typeof guests, boolean]>([
  ['anyone_with_link', 'a stranger', true],
  ['anyone_with_link', 'an invited person', true],
  ['anyone_with_link', 'a member of the project', true],
  ['invited_only', 'a stranger', false],
  ['invited_only', 'a stranger who signed in', false],
  ['invited_only', 'an invited person', true],
  ['invited_only', 'a member of the project', true],
  ['project_members', 'a stranger', false],
  ['project_members', 'an invited person', false],
  ['project_members', 'a stranger who signed in', false],
  ['project_members', 'a member of the project', true],
])('a study for %s and %s: admitted %p', (mode, guest, admitted) => {
  expect(isAdmitted(mode, guests[guest])).toBe(admitted);
});
