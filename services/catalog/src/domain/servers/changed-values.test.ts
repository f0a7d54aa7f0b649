import { addedValues, changesContradiction, changesFault, withChangedValues } from './changed-values.ts';
import { strayCredential } from './server-config.ts';
import type { ServerConfig, ServerPatch } from './server-input.ts';

const saved: ServerConfig = {
  name: 'docs',
  enabled: true,
  transportType: 'http',
  url: 'https://mcp.example/mcp',
  headers: { 'X-Key': 'k', 'X-Desk': { secretId: 'sec_1' } },
};

test.each<[string, ServerPatch['headerChanges'], ServerConfig['headers'] | null]>([
  ['a value replaces one and the other stays', { 'x-key': 'new' }, { 'X-Desk': { secretId: 'sec_1' }, 'x-key': 'new' }],
  ['a new name is added', { 'X-New': { secretId: 'sec_2' } }, { ...saved.headers, 'X-New': { secretId: 'sec_2' } }],
  ['null deletes one', { 'X-Key': null }, { 'X-Desk': { secretId: 'sec_1' } }],
  ['null for an unknown name deletes nothing', { 'X-None': null }, saved.headers],
  ['the last one is deleted', { 'X-Key': null, 'X-Desk': null }, null],
])('%s', (_, headerChanges, headers) =>
  expect(withChangedValues(saved, { headerChanges } as ServerPatch)).toEqual({ headers }),
);

test('a name of a variable counts with its case', () => {
  const current: ServerConfig = { name: 'a', enabled: true, transportType: 'stdio', command: 'npx', env: { A: '1' } };
  expect(withChangedValues(current, { envChanges: { a: '2' } })).toEqual({ env: { A: '1', a: '2' } });
});

test('single changes beside the whole are refused with the field', () => {
  expect(changesContradiction({ headers: {}, headerChanges: { a: 'b' } })).toMatchObject({ path: '/headerChanges' });
  expect(changesContradiction({ env: null, envChanges: { a: 'b' } })).toMatchObject({ path: '/envChanges' });
});

test('changes that would leave more than 100 entries are refused with the field', () => {
  const many = (count: number, prefix: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, 'x']));
  expect(changesFault(saved, { headerChanges: many(98, 'X-') })).toBeUndefined();
  expect(changesFault(saved, { headerChanges: many(99, 'X-') })).toMatchObject({ path: '/headerChanges' });
  const command: ServerConfig = { ...saved, transportType: 'stdio', env: many(100, 'A') };
  expect(changesFault(command, { envChanges: many(1, 'B') })).toMatchObject({ path: '/envChanges' });
});

test('a change of one header does not take the others to another origin', () => {
  const patch: ServerPatch = { url: 'https://other.example/mcp', headerChanges: { 'X-Key': 'new' } };
  expect(strayCredential(saved, patch)).toMatchObject({ path: '/headers' });
});

test('the secrets that a change refers to are among the added values', () => {
  const { headers } = addedValues({ headerChanges: { 'X-Key': null, 'X-New': { secretId: 'sec_2' } } });
  expect(headers).toEqual({ 'X-New': { secretId: 'sec_2' } });
});
