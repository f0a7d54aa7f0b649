import { lettersOfCode, newUserCode, shownCode } from './user-code.ts';

test('a new code has eight consonants in two groups', () => {
  let drawn = 0;
  expect(newUserCode((below) => drawn++ % below)).toBe('BCDF-GHJK');
});

test.each([
  ['WDJB-MJHT', 'WDJBMJHT'],
  [' wdjb mjht ', 'WDJBMJHT'],
  ['wdjbmjht', 'WDJBMJHT'],
  ['WDJB-MJH', undefined],
  ['WDJB-MJHTT', undefined],
  ['WDJA-MJHT', undefined],
  ['', undefined],
  ['W'.repeat(41), undefined],
  [7, undefined],
])('%j is typed for %j', (typed, letters) => expect(lettersOfCode(typed)).toBe(letters));

test('a code is shown in two groups', () => expect(shownCode('WDJBMJHT')).toBe('WDJB-MJHT'));
