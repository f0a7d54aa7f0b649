import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { targetOf, timeoutsOf } from './saved-server.ts';

const server = (more: Partial<SavedServer> = {}): SavedServer => ({
  id: 'srv_1',
  projectId: 'prj_1',
  name: 'Printer',
  enabled: true,
  transport: 'http',
  url: 'https://printer.example/mcp',
  command: '',
  args: [],
  sealedCredentials: Buffer.alloc(0),
  timeoutMs: 0,
  protocolVersion: '',
  useOauth: false,
  runnerLabels: [],
  clientId: '',
  oauthScopes: [],
  oauthResourceUrl: '',
  authMethod: '',
  registrationStrategy: '',
  clientCapabilities: Buffer.alloc(0),
  ...more,
});
const egress = openEgress(ONE_MACHINE_EGRESS);
const never = () => {
  throw new Error('Nothing was sealed.');
};

test('a server without settings is a bare target, and nothing is unsealed for it', () => {
  expect(targetOf(server(), egress, never)).toEqual({
    serverId: 'srv_1',
    serverName: 'Printer',
    egress,
    url: 'https://printer.example/mcp',
    useOAuth: false,
  });
});

test('credentials are unsealed for their own server only, and only headers are taken', () => {
  const asked: string[] = [];
  const target = targetOf(
    server({ sealedCredentials: Buffer.from('sealed'), protocolVersion: '2025-06-18' }),
    egress,
    (sealed, context) => {
      asked.push(`${Buffer.from(sealed).toString()} ${context}`);
      return Buffer.from('{"headers":{"x-key":"k"},"clientSecret":"s"}');
    },
  );
  expect(asked).toEqual(['sealed server:srv_1']);
  expect(target).toMatchObject({ headers: { 'x-key': 'k' }, protocolVersion: '2025-06-18' });
  expect(JSON.stringify(target)).not.toContain('clientSecret');
});

test('the values of secrets are known by themselves, beside the headers that they are parts of', () => {
  const sealed = { headers: { authorization: 'Bearer of a secret' }, secrets: { secret_1: 'of a secret' } };
  const sealedCredentials = Buffer.from(JSON.stringify(sealed));
  expect(targetOf(server({ sealedCredentials }), egress, (bytes) => bytes)).toMatchObject({
    headers: sealed.headers,
    secrets: ['of a secret'],
  });
});

test('a command target has its arguments and the saved environment', () => {
  const command = server({ transport: 'stdio', url: '', command: 'npx', args: ['-y', 'printer'] });
  expect(targetOf(command, egress, never)).toMatchObject({
    command: { command: 'npx', args: ['-y', 'printer'], env: {} },
  });
  expect(
    targetOf({ ...command, sealedCredentials: Buffer.from('sealed') }, egress, () =>
      Buffer.from('{"env":{"KEY":"k"}}'),
    ),
  ).toMatchObject({ command: { env: { KEY: 'k' } } });
});

test.each([
  [0, {}],
  [5_000, { connectMs: 30_000, idleMs: 5_000, totalMs: 120_000 }],
  [300_000, { connectMs: 300_000, idleMs: 300_000, totalMs: 300_000 }],
])('a saved timeout of %i ms limits silence, and the total timeout is never shorter', (timeoutMs, timeouts) => {
  expect(timeoutsOf(server({ timeoutMs }))).toEqual(timeouts);
});

const header = Buffer.from('{"headers":{"AUTHORIZATION":"Bearer x"}}');
test.each<[string, Partial<SavedServer>, boolean]>([
  ['OAuth by the flag', { useOauth: true }, true],
  ['no OAuth', {}, false],
  ['a saved Authorization header beside the flag', { useOauth: true, sealedCredentials: header }, false],
  ['OAuth as the method, with any saved headers', { authMethod: 'oauth', sealedCredentials: header }, true],
  ['its own client as the method', { authMethod: 'client_credentials' }, true],
  ['headers as the method', { authMethod: 'headers', useOauth: true }, false],
  ['nothing as the method', { authMethod: 'none', useOauth: true }, false],
  ['a command', { transport: 'stdio', useOauth: true }, false],
])('a server with %s is asked for tokens only where they are used', (_, settings, used) => {
  const asked: string[] = [];
  const tokens = ({ id }: SavedServer) => {
    asked.push(id);
    return { token: async () => 'a' };
  };
  const target = targetOf(server(settings), egress, (sealed) => sealed, tokens);
  expect([asked.length, 'tokens' in target]).toEqual([used ? 1 : 0, used]);
});

test('saved client capabilities are declared', () => {
  expect(targetOf(server({ clientCapabilities: Buffer.from('{"sampling":{}}') }), egress, never)).toMatchObject({
    clientCapabilities: { sampling: {} },
  });
});

test('the sealed address is the one that is connected to; without it the query stays away', () => {
  const masked = { url: 'https://printer.example/mcp?key=[redacted]' };
  const sealedCredentials = Buffer.from('{"url":"https://printer.example/mcp?key=k"}');
  expect(targetOf(server({ ...masked, sealedCredentials }), egress, (sealed) => sealed).url).toBe(
    'https://printer.example/mcp?key=k',
  );
  expect(targetOf(server(masked), egress, never).url).toBe('https://printer.example/mcp');
});
