import { withoutTrailing } from './trailing.ts';

test.each([
  ['a/', 'a'],
  ['a///', 'a'],
  ['/a', '/a'],
  ['a/b', 'a/b'],
  ['//', ''],
  ['', ''],
])('%j without slashes at its end is %j', (text, rest) => expect(withoutTrailing(text, '/')).toBe(rest));
