import { changedFields } from './changed-fields.ts';

test.each([
  ['nothing', { a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }, []],
  ['a value', { a: 1, b: 2 }, { a: 1, b: 3 }, ['b']],
  ['something inside of a field', { a: { b: [1, 2] } }, { a: { b: [2, 1] } }, ['a']],
  ['a field that went', { a: 1, b: 2 }, { a: 1 }, ['b']],
  ['a field that came', { a: 1 }, { a: 1, b: null }, ['b']],
  ['a field named like what every object has', {}, { constructor: 1 }, ['constructor']],
])('%s that changed is named', (_, before, after, names) => expect(changedFields(before, after)).toEqual(names));
