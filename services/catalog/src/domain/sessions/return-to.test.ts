import { returnPath } from './return-to.ts';

test.each([
  ['/projects/prj_1?tab=runs#top', '/projects/prj_1?tab=runs#top'],
  ['/', '/'],
  ['/ä b', '/%C3%A4%20b'],
  ['/a/../b', '/b'],
])('%s is a path of this origin, written as %s', (wanted, path) => expect(returnPath(wanted)).toBe(path));

test.each([
  undefined,
  '',
  'projects',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/a/..//evil.example',
  '/.//evil.example',
  '//here.invalid//evil.example',
  ['/a'],
  `/${'a'.repeat(2_000)}`,
])('%j is not a path of this origin', (wanted) => expect(returnPath(wanted)).toBeUndefined());

test('a return path cannot split a header', () => expect(returnPath('/a\r\nSet-Cookie: x=1')).not.toMatch(/[\r\n]/));
