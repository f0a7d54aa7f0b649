import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { NO_CREDENTIALS, ownCredentials, ownEntryFor } from './own-credentials.ts';

const CRM = { origin: 'https://crm.example', headers: { authorization: 'Bearer x' } };
const FILES = { command: 'npx', args: ['-y', 'files'], env: { TOKEN: 'y' } };
const own = ownCredentials(JSON.stringify({ 'prj_1/crm': CRM, srv_2: FILES }))!;

const saved = (more: Partial<SavedServer>): SavedServer =>
  ({
    id: 'srv_9',
    projectId: 'prj_1',
    name: 'other',
    transport: 'http',
    url: '',
    command: '',
    args: [],
    ...more,
  }) as SavedServer;
const crm = { name: 'crm', url: 'https://crm.example/mcp?a=b' };
const files = { id: 'srv_2', transport: 'stdio', command: 'npx', args: ['-y', 'files'] };

test.each<[string, Partial<SavedServer>, unknown]>([
  ['a server by project and name, at any path of the origin', crm, CRM],
  ['a server by id, with its command and arguments', files, FILES],
  ['a renamed server by id', { ...files, name: 'papers' }, FILES],
  ['no server of another name', { ...crm, name: 'crm2' }, undefined],
  ['no server of the same name in another project', { ...crm, projectId: 'prj_2' }, undefined],
  ['no server named like a property of every object', { id: '__proto__', name: 'constructor' }, undefined],
])('an entry is for %s', (_, server, entry) => expect(ownEntryFor(own, saved(server))).toEqual(entry));

test.each<[string, Partial<SavedServer>]>([
  ['another host', { ...crm, url: 'https://evil.example/mcp' }],
  ['another port', { ...crm, url: 'https://crm.example:8443/mcp' }],
  ['plain text', { ...crm, url: 'http://crm.example/mcp' }],
  ['a host that only begins alike', { ...crm, url: 'https://crm.example.evil.example/mcp' }],
  ['no address', { ...crm, url: 'crm' }],
  ['a command', { ...files, id: 'srv_9', name: 'crm' }],
  ['another command', { ...files, command: 'printenv' }],
  ['other arguments', { ...files, args: ['-y', 'evil'] }],
  ['fewer arguments', { ...files, args: ['-y'] }],
  ['more arguments', { ...files, args: ['-y', 'files', '--report-to=evil'] }],
  ['an address instead of its command', { ...files, transport: 'http', url: 'https://evil.example' }],
])('a server that was changed to %s is refused with the reason', (_, server) => {
  expect(() => ownEntryFor(own, saved(server))).toThrow(
    expect.objectContaining({
      code: 'FORBIDDEN',
      message: expect.stringContaining('RUNNER_CREDENTIALS') as string,
      details: { serverId: saved(server).id, reason: 'RUNNER_CREDENTIALS_MISMATCH', setting: 'RUNNER_CREDENTIALS' },
    }),
  );
});

test('an entry without credentials keeps the saved ones away; no entries mean none are held', () => {
  expect(ownEntryFor(ownCredentials('{"prj_1/crm": {"origin": "https://crm.example"}}')!, saved(crm))).toMatchObject({
    headers: {},
  });
  expect(ownEntryFor(NO_CREDENTIALS, saved(crm))).toBeUndefined();
});

test.each([
  ['no JSON', 'crm: x'],
  ['a list', '[]'],
  ['nothing', 'null'],
  ['a server that is a text', '{"srv_1": "Bearer x"}'],
  ['a server that is named alone', '{"crm": {"origin": "https://crm.example"}}'],
  ['a project without a server', '{"prj_1": {"origin": "https://crm.example"}}'],
  ['no place', '{"srv_1": {"headers": {"a": "b"}}}'],
  ['an origin with a path', '{"srv_1": {"origin": "https://crm.example/mcp"}}'],
  ['an origin that is none', '{"srv_1": {"origin": "crm.example"}}'],
  ['both places', '{"srv_1": {"origin": "https://crm.example", "command": "npx"}}'],
  ['headers for a command', '{"srv_1": {"command": "npx", "headers": {}}}'],
  ['variables for an origin', '{"srv_1": {"origin": "https://crm.example", "env": {}}}'],
  ['an unknown field', '{"srv_1": {"origin": "https://crm.example", "header": {}}}'],
  ['headers that are a list', '{"srv_1": {"origin": "https://crm.example", "headers": []}}'],
  ['a header that is a number', '{"srv_1": {"origin": "https://crm.example", "headers": {"n": 1}}}'],
  ['an argument that is a number', '{"srv_1": {"command": "npx", "args": [1]}}'],
])('%s is refused', (_, text) => expect(ownCredentials(text)).toBeUndefined());
