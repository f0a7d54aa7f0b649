import { growthOf } from '@assay/testkit/growth';
import { errorShapeOf } from './shape.ts';

test.each([
  ['numbers', 'row 17 of 2,000 took 3.5 s', 'row 912 of 1 took 12 s'],
  ['quoted values', 'no such user "ann"', 'no such user "bob \\"the\\" builder"'],
  ['apostrophes', "cannot open '/a/b'", "cannot open '/c'"],
  ['ids', 'order 0b5f3c1e-1111-4222-8333-444455556666 is gone', 'order 9c0d1e2f-aaaa-4bbb-8ccc-ddddeeeeffff is gone'],
  ['tokens with digits', 'request req_01hx7Y3kq9 failed', 'request req_77abCdE01x failed'],
  ['JSON, however nested', 'called with {"a":{"b":1}} twice', 'called with {"c":"x"} twice'],
  ['addresses', 'GET https://a.example/x?y=1 refused', 'GET http://b.example/ refused'],
  ['white space and case', 'Database  is\nLocked', 'database is locked'],
])('%s do not change the signal of a failure', (_, one, other) => expect(errorShapeOf(one)).toBe(errorShapeOf(other)));

test('words do', () => expect(errorShapeOf('database is locked')).not.toBe(errorShapeOf('disk is full')));

test.each([
  ['quotes', '"'],
  ['braces', '{'],
  ['digits', '1'],
  ['backslashes', '"\\'],
  ['at signs', 'a@'],
])('a text of nothing but %s has a short shape at once', (_, piece) => {
  const shape = (length: number) => expect(errorShapeOf(piece.repeat(length)).length).toBeLessThanOrEqual(200);
  expect(growthOf(shape, 5_000, 16)).toBeLessThan(64);
});
