import { ownCredentials } from './own-credentials.ts';

test('headers and variables are read by the names of the servers', () => {
  expect({
    ...ownCredentials(
      '{"crm": {"headers": {"authorization": "Bearer x"}}, "files": {"env": {"TOKEN": "y"}}, "open": {}}',
    ),
  }).toEqual({ crm: { headers: { authorization: 'Bearer x' } }, files: { env: { TOKEN: 'y' } }, open: {} });
});

test('no server is in it that was not written there, whatever it is called', () => {
  const own = ownCredentials('{}')!;
  expect(['constructor', '__proto__', 'toString'].filter((name) => name in own)).toEqual([]);
});

test.each([
  ['no JSON', 'crm: x'],
  ['a list', '[]'],
  ['nothing', 'null'],
  ['a server that is a text', '{"crm": "Bearer x"}'],
  ['a field nobody knows', '{"crm": {"header": {}}}'],
  ['headers that are a list', '{"crm": {"headers": []}}'],
  ['a header that is a number', '{"crm": {"headers": {"n": 1}}}'],
])('%s is refused', (_, text) => expect(ownCredentials(text)).toBeUndefined());
