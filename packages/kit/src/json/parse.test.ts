import { Type } from '@assay/contract/type';
import { closed, nullable, oneOf, open, variants } from '@assay/contract/schema';
import { parser } from './parse.ts';
import { schemaChecker } from './schema.ts';

const bytes = (document: unknown) => Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
const schema = closed({
  name: Type.String({ minLength: 1 }),
  color: Type.Optional(oneOf(['red', 'green'])),
  checks: Type.Optional(
    Type.Array(
      variants('type', [closed({ type: Type.Literal('a'), n: Type.Integer() }), closed({ type: Type.Literal('b') })]),
    ),
  ),
});
const parse = parser(schema);

test('a document that fits comes back as it is', () => {
  expect(parse(bytes({ name: 'x', checks: [{ type: 'a', n: 1 }] }))).toEqual({
    name: 'x',
    checks: [{ type: 'a', n: 1 }],
  });
});

test.each([
  ['an unknown key', { name: 'x', zz: 1 }, '/zz'],
  ['an unknown key deep inside', { name: 'x', checks: [{ type: 'b', extra: 1 }] }, '/checks/0/extra'],
  ['a missing key', {}, '/name'],
  ['a wrong type', { name: 5 }, '/name'],
  ['a number as text is not coerced', { name: 'x', checks: [{ type: 'a', n: '1' }] }, '/checks/0/n'],
  ['a value outside the enumeration', { name: 'x', color: 'blue' }, '/color'],
  ['an unknown variant', { name: 'x', checks: [{ type: 'c' }] }, '/checks/0/type'],
  ['a variant that does not say which', { name: 'x', checks: [{}] }, '/checks/0/type'],
  ['a key that needs escaping', { name: 'x', 'a/b~c': 1 }, '/a~1b~0c'],
])('%s is refused and its path named', (_, document, path) => {
  expect(() => parse(bytes(document))).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR', details: { issues: [expect.objectContaining({ path })] } }),
  );
});

test.each([
  ['text', '{oops'],
  ['an array', '[]'],
  ['null', 'null'],
  ['a scalar', '3'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1')],
])('%s is not a JSON object', (_, body) =>
  expect(() => parse(Buffer.from(body, 'latin1'))).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' })),
);

test.each([
  ['half a pair', '{"name":"a\\udc00"}', '/name'],
  ['half a pair deep inside', '{"name":"a","checks":[{"type":"\\ud800"}]}', '/checks/0/type'],
  ['half a pair in a key', '{"name":"a","b/\\udbff":1}', '/b~1\ufffd'],
])('%s is no character, and its place is named', (_, body, path) => {
  expect(() => parse(Buffer.from(body))).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path, message: expect.stringContaining('half of a surrogate pair') }] },
    }),
  );
});

test.each([
  ['a whole pair', '{"name":"\\ud83d\\ude00"}', '😀'],
  ['a backslash before the letters', '{"name":"\\\\ud800"}', '\\ud800'],
])('%s is', (_, body, name) => expect(parse(Buffer.from(body))).toEqual({ name }));

test('an empty body reads as an empty object', () => expect(parser(closed({}))(Buffer.alloc(0))).toEqual({}));

test('query values are coerced from text', () => {
  expect(parser(closed({ n: Type.Integer(), on: Type.Boolean() }), 'query')(bytes({ n: '5', on: 'true' }))).toEqual({
    n: 5,
    on: true,
  });
});

test('a name is normalized, without blanks around it, before its bounds are checked', () => {
  const short = Type.String({
    'x-normalize': 'NFC',
    'x-says': 'must be small',
    minLength: 1,
    maxLength: 2,
    pattern: '^[^A-Z]*$',
  });
  const normal = parser(closed({ name: short, all: Type.Optional(nullable(Type.Array(short))) }));
  expect(normal(bytes({ name: 'e\u0301e\u0301', all: [' x\u3000', 'a\u030a'] }))).toEqual({
    name: '\u00e9\u00e9',
    all: ['x', '\u00e5'],
  });
  // U+0958 is two characters in the normal form.
  for (const name of ['e\u0301e\u0301e\u0301', '   ', '\u0958\u0958'])
    expect(() => normal(bytes({ name }))).toThrow('/name');
  expect(() => normal(bytes({ name: 'A' }))).toThrow(
    expect.objectContaining({ details: { issues: [{ path: '/name', message: 'must be small' }] } }),
  );
});

test('a name that stands in nothing is held to its bounds as it is', () => {
  const issues = schemaChecker(Type.String({ 'x-normalize': 'NFC', maxLength: 2 }));
  expect([issues('ab'), issues('abc')]).toEqual([[], [expect.objectContaining({ path: '' })]]);
});

test('a named schema may stand in two places of another', () => {
  const named = Type.String({ $id: 'Named', minLength: 1 });
  const twice = parser(closed({ a: named, b: named }));
  expect(twice(bytes({ a: 'x', b: 'y' }))).toEqual({ a: 'x', b: 'y' });
  expect(() => twice(bytes({ a: 'x', b: '' }))).toThrow(
    expect.objectContaining({ details: { issues: [expect.objectContaining({ path: '/b' })] } }),
  );
});

test.each<[string, string, string]>([
  ['lists', '{"checks":' + '['.repeat(20_000) + ']'.repeat(20_000) + '}', '/checks/0/0/0/0'],
  [
    'objects under a key that needs escaping',
    '{"a/b":' + '{"c":'.repeat(600) + '1' + '}'.repeat(600) + '}',
    '/a~1b/c/c/c/c',
  ],
])('%s that are nested without end are refused where they begin', (_, text, path) => {
  expect(() => parser(open({}))(Buffer.from(text))).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path, message: expect.stringContaining('500 levels') }] },
    }),
  );
});

test('brackets in a text are no depth', () => {
  const document = { a: `"${'[{'.repeat(1_000)}\\` };
  expect(parser(open({}))(bytes(document))).toEqual(document);
});
