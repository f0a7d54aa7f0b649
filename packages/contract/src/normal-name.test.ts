import { foldedName } from './normal-name.ts';

test.each([
  ['case', 'Claude', 'cLAUDE'],
  ['case that changes the length', 'Straße', 'STRASSE'],
  ['blanks around it', ' claude ', 'claude'],
  ['the normal form', 'caf\u00e9', 'cafe\u0301'],
  ['invisible characters', 'cl\u200baude\u2060', 'claude'],
])('%s does not count in a folded name', (_, one, other) => expect(foldedName(one)).toBe(foldedName(other)));

test('other letters count in a folded name', () => {
  expect(new Set(['claude', 'claude 2', 'claudé', 'сlaude'].map(foldedName)).size).toBe(4);
});
