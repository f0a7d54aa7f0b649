import { readArguments, writeArguments } from './address-arguments.ts';

const schema = {
  properties: {
    pin: { type: 'string', writeOnly: true },
    login: { properties: { user: {}, code: { format: 'password' } } },
  },
};

test('an address has the typed arguments without secrets, in groups, too', () => {
  const value = { query: 'x', apiKey: 'k', pin: '1', login: { user: 'ada', code: '2', token: 't' } };
  expect(writeArguments(value, schema)).toBe('{"query":"x","login":{"user":"ada"}}');
  expect(writeArguments({ password: 'p' }, undefined)).toBeUndefined();
  expect(writeArguments({ text: 'x'.repeat(5_000) }, schema)).toBeUndefined();
});

test.each([undefined, 'no JSON', '[1]', '7'])('an address with %s has no arguments', (text) =>
  expect(readArguments(text)).toEqual({}),
);
