import { hasHiddenQuery, MASK, secretHider, secretsIn, withHiddenQuery, withoutSecrets } from './secret-values.ts';

const SECRET = 'kEy of "ours"/+ü?';
const hide = secretHider([SECRET])!;
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['as it is', SECRET],
  ['as JSON text', JSON.stringify(SECRET).slice(1, -1)],
  ['percent-encoded', encodeURIComponent(SECRET)],
  ['percent-encoded in lower case', encodeURIComponent(SECRET).replaceAll(/%\w\w/g, (code) => code.toLowerCase())],
  ['in a form', encodeURIComponent(SECRET).replaceAll('%20', '+')],
  ['in base64', base64(SECRET)],
  ['in base64url', Buffer.from(SECRET).toString('base64url')],
])('a secret %s is hidden', (_, form) => expect(hide(`you sent ${form}!`)).toBe(`you sent ${MASK}!`));

test.each([
  ['as it is', SECRET],
  ['as JSON text', JSON.stringify(SECRET).slice(1, -1)],
  ['percent-encoded', encodeURIComponent(SECRET)],
  ['in base64', base64(SECRET)],
])('the beginning of a secret %s, where a text was cut, is hidden', (_, form) => {
  for (let length = 8; length < form.length; length++) {
    const begun = form.slice(0, length);
    expect(hide(`you sent ${begun}`)).toBe(`you sent ${MASK}`);
    expect(hide(`you sent ${begun}… and more`)).toBe(`you sent ${MASK}… and more`);
  }
  expect(hide(`you sent ${form.slice(0, 7)}`)).toBe(`you sent ${form.slice(0, 7)}`);
  expect(hide(`${form.slice(0, 9)} is no cut`)).toBe(`${form.slice(0, 9)} is no cut`);
});

test('a cut secret is hidden with a shorter secret that it contains', () =>
  expect(secretHider(['opaque-value', 'our opaque-value is long'])!('our opaque-value is l')).toBe(MASK));

test.each(['', 'a', 'ab', 'abc', 'user:', 'user=a'])(
  'a secret is hidden in the base64 of a text after "%s"',
  (before) => {
    for (const after of ['', 'x', 'xy', 'xyz']) {
      const said = hide(base64(`${before}${SECRET}${after}`));
      expect(said).toContain(MASK);
      expect(Buffer.from(said.replace(MASK, ''), 'base64').toString()).not.toContain('ours');
    }
  },
);

test('of two secrets the longer is hidden first, so that no part of it remains', () =>
  expect(secretHider(['opaque-value', 'opaque-value-of-ours'])!('opaque-value-of-ours')).toBe(MASK));

test('a document is freed of secrets in texts, keys and numbers; the rest stays as it is', () => {
  const kept = { deep: [1, null, true, 'other'] };
  const document = { [`a ${SECRET}`]: 1, b: [SECRET, 12_345_678], kept };
  const freed = withoutSecrets(document, [SECRET, '12345678']);
  expect(freed).toEqual({ [`a ${MASK}`]: 1, b: [MASK, MASK], kept });
  expect(freed.kept).toBe(kept);
  expect(withoutSecrets(kept, [SECRET])).toBe(kept);
});

test('a key that is a property of every object is copied as data', () =>
  expect(
    Object.keys(withoutSecrets(JSON.parse(`{"__proto__":1,"a":"opaque-value"}`) as object, ['opaque-value'])),
  ).toEqual(['__proto__', 'a']));

test('values too short to be secrets hide nothing', () => expect(secretHider(['tiny', ''])).toBeUndefined());

test('the secrets that a text of JSON holds are found in any form', () =>
  expect(
    secretsIn(JSON.stringify({ a: `x-"value"-1 tiny ${base64('opaque-value')}` }), [
      'x-"value"-1',
      'opaque-value',
      'tiny',
      'elsewhere',
    ]),
  ).toEqual(['x-"value"-1', 'opaque-value']));

test.each([
  ['https://a.example/mcp', 'https://a.example/mcp'],
  ['https://a.example/mcp?', 'https://a.example/mcp?'],
  ['https://a.example/mcp?key=s3cret&b=', 'https://a.example/mcp?key=[redacted]&b='],
  ['https://a.example/mcp?s3cret', 'https://a.example/mcp?[redacted]'],
  ['https://a.example/mcp?a=b?c=d=e&f#g', 'https://a.example/mcp?a=[redacted]&[redacted]#g'],
  ['no address', 'no address'],
])('the query of %s keeps its names alone', (address, hidden) => {
  expect(withHiddenQuery(address)).toBe(hidden);
  expect(withHiddenQuery(hidden)).toBe(hidden);
  expect(hasHiddenQuery(hidden)).toBe(hidden !== address);
});
