import { changedPaths } from './changed-paths.ts';

test.each<[string, unknown, unknown, string[]]>([
  ['nothing', { a: { b: [1] } }, { a: { b: [1] } }, []],
  ['the order of keys', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }, []],
  ['a value deep inside', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, ['/a/c']],
  ['an item of an array, which is told as a whole', { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, ['/a']],
  ['an object that comes or goes', { a: null, b: { c: 1 } }, { a: { d: 1 }, b: null }, ['/a', '/b']],
  ['keys that come or go', { a: 1 }, { b: 1 }, ['/a', '/b']],
  ['keys that a pointer escapes', { 'a/b~c': 1 }, { 'a/b~c': 2 }, ['/a~1b~0c']],
])('the changed paths are reported for %s', (_, before, after, paths) =>
  expect(changedPaths(before, after)).toEqual(paths),
);
