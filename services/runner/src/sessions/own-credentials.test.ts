import { ownCredentials } from './own-credentials.ts';

test('headers and variables are read by server name', () => {
  expect({
    ...ownCredentials(
      '{"crm": {"headers": {"authorization": "Bearer x"}}, "files": {"env": {"TOKEN": "y"}}, "open": {}}',
    ),
  }).toEqual({ crm: { headers: { authorization: 'Bearer x' } }, files: { env: { TOKEN: 'y' } }, open: {} });
});

test('a server that was not configured has no credentials, even with a name like __proto__', () => {
  const own = ownCredentials('{}')!;
  expect(['constructor', '__proto__', 'toString'].filter((name) => name in own)).toEqual([]);
});

test.each([
  ['no JSON', 'crm: x'],
  ['a list', '[]'],
  ['nothing', 'null'],
  ['a server that is a text', '{"crm": "Bearer x"}'],
  ['an unknown field', '{"crm": {"header": {}}}'],
  ['headers that are a list', '{"crm": {"headers": []}}'],
  ['a header that is a number', '{"crm": {"headers": {"n": 1}}}'],
])('%s is refused', (_, text) => expect(ownCredentials(text)).toBeUndefined());
