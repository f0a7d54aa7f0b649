import { patternSample } from './pattern-sample.ts';

test.each([
  ['^O-[0-9]{4}$', 'O-0000'],
  ['^\\d+$', '0'],
  ['^(draft|final)-\\w{2,}$', 'draft-aa'],
  ['^[^a]x?$', '0'],
  ['^\\[\\]\\.$', '[].'],
  ['', ''],
  ['^(?:ab){3}$', 'ababab'],
])('the sample of %s is %s', (pattern, text) => {
  expect(patternSample(pattern)).toBe(text);
  expect(text).toMatch(new RegExp(pattern, 'u'));
});

test.each(['^(?=a)b', '(', ')', '*', '(a)\\1', '\\p{L}', 'a{9999}', '(a{100}){100}', '['.repeat(400), 'a'.repeat(501)])(
  'there is no sample of %s',
  (pattern) => expect(patternSample(pattern)).toBeUndefined(),
);
