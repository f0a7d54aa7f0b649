import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { storedKey } from '@assay/catalog/domain/api-key';
import type { EvalSuiteCreated } from '@assay/contract/documents/suite';
import type { TunnelGrant } from '@assay/contract/documents/tunnel';
import { startGateway, type RunningGateway } from '@assay/gateway/start';
import { tunnelProof } from '@assay/kit/tunnel-proof';
import { freePort } from '@assay/postgres/free-port';
import { startFaulty, type FaultyServer } from '@assay/testkit/faulty-servers';
import { startEverything, type McpServerProcess } from '@assay/testkit/mcp-servers';
import { until } from '@assay/testkit/until';
import { assertion, openApi, toolCall, type Api, type Failure } from './api.ts';
import { log } from './installation.ts';
import { launch, type Launched } from './launch.ts';
import { startOnOwnPostgres, type OnOwnPostgres } from './own-postgres.ts';

const cli = join(import.meta.dirname, '../../../packages/cli/src/main.ts');
const [KEY, OTHER_KEY] = [`sk_${randomBytes(24).toString('hex')}`, `sk_${randomBytes(24).toString('hex')}`] as const;

let platform: OnOwnPostgres;
let api: Api;
/** Where the platform is reached by everybody: through a line that can be cut. */
let url: string;
let line: Server;
const lines = new Set<Socket>();
let everything: McpServerProcess;
let faulty: FaultyServer;
const tunnels: Launched[] = [];

beforeAll(async () => {
  const port = await freePort();
  line = createServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    for (const [each, other] of [[socket, onward], [onward, socket]] as const) {
      lines.add(each);
      each.pipe(other);
      each.on('error', () => undefined).once('close', () => { lines.delete(each); other.destroy(); });
    }
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  url = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
  [platform, everything, faulty] = await Promise.all([
    // Private addresses are closed: nobody but the tunnel leads to this machine.
    startOnOwnPostgres({ PORT: String(port), PUBLIC_URL: url, ASSAY_INIT_API_KEY: KEY, EGRESS_ALLOW_PRIVATE: 'false', MAX_CONCURRENT_RUNS: '20' }), startEverything({ transport: 'streamableHttp' }), startFaulty(),
  ]);
  ({ api } = platform);
});
afterEach(() => Promise.all(tunnels.splice(0).map((each) => each.kill('SIGKILL'))));
afterAll(async () => {
  await Promise.all([platform.stop(), everything.stop(), faulty.stop()]);
  line.close();
});

/** The command as somebody runs it on a machine of their own. */
function dialIn(name: string, server: string): Launched {
  const launched = launch(cli, { ASSAY_URL: url, ASSAY_API_KEY: KEY }, ['tunnel', '--url', server, '--name', name]);
  tunnels.push(launched);
  return launched;
}
async function connected(name: string, server: string): Promise<{ launched: Launched; serverId: string }> {
  const launched = dialIn(name, server);
  await launched.said('connected');
  return { launched, serverId: await idOf(name) };
}
/** The HTTP status of an attempt to open a connection with a token. */
async function knock(token: string): Promise<number> {
  const asked = request(`${url}/api/v1/tunnels/connect`, {
    headers: { authorization: `Bearer ${token}`, connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': randomBytes(16).toString('base64') },
  }).end();
  const [response] = await Promise.race([once(asked, 'response'), once(asked, 'upgrade')]) as [IncomingMessage];
  response.socket.destroy();
  return response.statusCode!;
}
const idOf = async (name: string) => (await api.get<{ items: { id: string; name: string }[] }>('/servers')).items.find((each) => each.name === name)!.id;
const ask = <Body = Failure>(serverId: string, what: string, body: object = {}) => api.inProject<Body>('POST', `/servers/${serverId}/${what}`, body);
const notConnected = { status: 502, body: { code: 'SERVER_UNREACHABLE', details: { reason: 'TUNNEL_NOT_CONNECTED' }, message: expect.stringContaining('the tunnel is not connected') } };

test('a server that only the command knows validates, lists its tools and answers calls, and nothing that goes through is printed', async () => {
  const { launched, serverId } = await connected('mine', everything.url);
  expect(await ask(serverId, 'validate')).toMatchObject({ status: 200, body: { success: true } });
  expect(await ask(serverId, 'tools')).toMatchObject({ status: 200, body: { items: expect.arrayContaining([expect.objectContaining({ name: 'echo' })]) } });
  expect(await ask(serverId, 'tools/call', { toolName: 'echo', parameters: { message: 's3cret words' } })).toMatchObject({ status: 200, body: { content: [{ text: 'Echo: s3cret words' }] } });
  expect(await ask(serverId, 'doctor')).toMatchObject({ status: 200, body: { status: 'ready' } });
  const printed = [...launched.stdout, ...launched.stderr].join('\n');
  expect(printed).toMatch(/POST 200 \d+ bytes \d+ ms/);
  expect(printed).not.toMatch(/s3cret|tt_|sk_|mcp-session/);
});

test('a call that goes on for seconds reports its progress and its result', async () => {
  const { serverId } = await connected('slow', everything.url);
  const answer = await ask<{ content: { text: string }[] }>(serverId, 'tools/call', { toolName: 'trigger-long-running-operation', parameters: { duration: 3, steps: 3 } });
  expect([answer.status, answer.body.content[0]?.text]).toEqual([200, expect.stringContaining('completed')]);
});

test('a result of 10 MB arrives byte for byte', async () => {
  const { serverId } = await connected('large', faulty.url('/tools'));
  const { bytes } = await ask(serverId, 'tools/call', { toolName: 'large' });
  expect(bytes.equals(Buffer.from(`{"content":[{"type":"text","text":"${'x'.repeat(10 * 1024 * 1024)}"}]}`))).toBe(true);
});

test('an eval run goes through it', async () => {
  const { serverId } = await connected('graded', everything.url);
  const steps = [toolCall('call', 'graded', 'echo', { message: 'hi' }), assertion('a', { type: 'toolResultContains', needle: 'Echo: hi' })];
  const { suiteId } = await api.post<EvalSuiteCreated>('/eval-suites', { name: 'through a tunnel', serverIds: [serverId], model: 'scripted/rules', tests: [{ title: 't', steps, runs: 3 }] });
  expect(await api.finishedRun(await api.startRun({ suiteId }))).toMatchObject({ status: 'completed', result: 'passed', summary: { total: 3, passed: 3 } });
});

test('a request that comes in at another gateway is led to the one that holds the tunnel', async () => {
  const { serverId } = await connected('elsewhere', everything.url);
  const { addresses, runnerEnv: { MESH_SECRET: meshSecret = '' } } = platform;
  const { slug } = (await platform.pool.query<{ slug: string }>('select slug from diagnostics.tunnels where server_id = $1', [serverId])).rows[0]!;
  const second: RunningGateway = await startGateway({
    host: '127.0.0.1', port: 0, meshSecret, limit: undefined, maxBodyBytes: 1_000_000, runnerEdge: undefined, relayUrl: undefined,
    addresses: { catalog: addresses.CATALOG_ADDRESS, diagnostics: addresses.DIAGNOSTICS_ADDRESS, suites: addresses.SUITES_ADDRESS, runs: addresses.RUNS_ADDRESS },
  }, log);
  const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } } };
  const answer = await fetch(`${second.url}/tunnels/${slug}`, {
    method: 'POST', body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'assay-tunnel-proof': tunnelProof(meshSecret, { serverId, projectId: api.projectId }) },
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"serverInfo"')]);
  await second.stop();
});

test('a command that is killed in the middle of a call fails the call quickly, and what is asked after it', async () => {
  const { launched, serverId } = await connected('killed', faulty.url('/tools'));
  const before = faulty.calls.hangWithProgress.started;
  const called = ask(serverId, 'tools/call', { toolName: 'hangWithProgress' });
  await until(() => faulty.calls.hangWithProgress.started > before);
  const killedAt = performance.now();
  await launched.kill('SIGKILL');
  expect(await called).toMatchObject({ status: 502, body: { code: 'SERVER_UNREACHABLE' } });
  expect(performance.now() - killedAt).toBeLessThan(8_000);
  expect(await ask(serverId, 'validate')).toMatchObject(notConnected);
  expect((await ask<{ status: string; error: { message: string } }>(serverId, 'doctor')).body).toMatchObject({ status: 'error', error: { message: expect.stringContaining('the tunnel is not connected') } });
});

test('a connection that is lost is dialled again, by itself', async () => {
  const { launched, serverId } = await connected('lost', everything.url);
  for (const socket of lines) socket.destroy();
  await until(() => launched.stdout.filter((each) => each.includes('connected')).length === 2);
  expect(await ask(serverId, 'validate')).toMatchObject({ status: 200, body: { success: true } });
});

test('a command without a server behind it says so', async () => {
  const { serverId } = await connected('empty', `http://127.0.0.1:${await freePort()}/mcp`);
  expect(await ask(serverId, 'validate')).toMatchObject({ status: 502, body: { code: 'SERVER_UNREACHABLE', details: { reason: 'TUNNEL_SERVER_UNREACHABLE' } } });
});

test('Ctrl-C ends the command in good order, and closes the tunnel', async () => {
  const { launched, serverId } = await connected('ended', everything.url);
  expect(await launched.kill('SIGINT')).toBe(0);
  expect(await ask(serverId, 'validate')).toMatchObject(notConnected);
});

test('a tunnel that is closed is cut, and its command ends', async () => {
  const { launched, serverId } = await connected('closed', everything.url);
  expect(await api.inProject('POST', `/tunnels/${serverId}/close`)).toMatchObject({ status: 200, body: { serverId, status: 'closed' } });
  expect(await launched.exited).toBe(1);
  expect(launched.stderr.join('\n')).toContain('closed');
  expect(await ask(serverId, 'validate')).toMatchObject(notConnected);
  expect(await api.inProject('POST', `/tunnels/${serverId}/close`)).toMatchObject({ status: 200 });
  expect(await api.inProject('POST', '/tunnels/srv_none/close')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('a second command of the same name takes over, and the first one goes', async () => {
  const { launched: first, serverId } = await connected('taken', faulty.url('/tools'));
  await connected('taken', everything.url);
  expect(await first.exited).toBe(1);
  expect(await ask(serverId, 'tools')).toMatchObject({ body: { items: expect.arrayContaining([expect.objectContaining({ name: 'echo' })]) } });
});

test('a deleted server leaves nothing, and its command ends', async () => {
  const { launched, serverId } = await connected('deleted', everything.url);
  await api.inProject('DELETE', `/servers/${serverId}`);
  expect(await launched.exited).toBe(1);
  expect((await platform.pool.query('select from diagnostics.tunnels where server_id = $1', [serverId])).rowCount).toBe(0);
});

describe('creating', () => {
  const create = (name: string) => api.inProject<TunnelGrant>('POST', '/tunnels', { name });

  test('answers what the contract says; each time there is a new token, and the one before opens nothing', async () => {
    const first = await create('granted');
    expect(first).toMatchObject({ status: 201, body: {
      serverId: expect.stringMatching(/^srv_/), name: 'granted', existed: false, slug: expect.stringMatching(/^[0-9a-f]{32}$/), url: `${url}/tunnels/${first.body.slug}`,
      connectToken: expect.stringMatching(/^tt_/), connectTokenExpiresAt: expect.any(Number), relayWsUrl: `${url.replace('http', 'ws')}/api/v1/tunnels/connect`, secretVersion: 1,
    } });
    expect(first.body).not.toHaveProperty('previousUrl');
    const second = await create('granted');
    expect(second.body).toMatchObject({ serverId: first.body.serverId, existed: true, slug: first.body.slug, secretVersion: 2 });
    expect(second.body.connectToken).not.toBe(first.body.connectToken);
    expect(second.body).not.toHaveProperty('previousUrl');
    expect(JSON.stringify((await platform.pool.query('select row_to_json(t) from diagnostics.tunnels t')).rows)).not.toContain(second.body.connectToken.slice(3));
    expect(await knock(first.body.connectToken)).toBe(401);
    expect(await knock(second.body.connectToken)).toBe(101);
    await api.inProject('POST', `/tunnels/${second.body.serverId}/close`);
    expect(await knock(second.body.connectToken)).toBe(401);
  });

  test('by the name of a saved server leads that one through the tunnel, and tells where it was', async () => {
    const serverId = await api.saveServer('moved', 'https://before.example/mcp');
    expect((await create('moved')).body).toMatchObject({ serverId, existed: true, previousUrl: 'https://before.example/mcp', previousTransportType: 'http' });
    expect(await api.get(`/servers/${serverId}`)).toMatchObject({ url: expect.stringContaining('/tunnels/') });
    const stdio = await api.post<{ id: string }>('/servers', { name: 'command', enabled: true, transportType: 'stdio', command: 'npx' });
    expect((await create('command')).body).toMatchObject({ serverId: stdio.id, existed: true, previousTransportType: 'stdio' });
  });

  test('by the name of a server whose credentials are saved for its address is refused, and changes nothing', async () => {
    const serverId = await api.saveServer('guarded', 'https://before.example/mcp', { headers: { authorization: 'Bearer t0ken' } });
    expect(await create('guarded')).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/name' }] } } });
    expect(await api.get(`/servers/${serverId}`)).toMatchObject({ url: 'https://before.example/mcp' });
  });

  test('anew by another member is refused while there are credentials that would go to a machine of theirs', async () => {
    const { rows: [organization] } = await platform.pool.query<{ id: string }>('select id from catalog.organizations');
    const [key, { hash, prefix }] = [OTHER_KEY, storedKey(OTHER_KEY)];
    await platform.pool.query("insert into catalog.users (id, email, name) values ('usr_bob', 'bob@x.example', 'Bob')");
    await platform.pool.query("insert into catalog.memberships (organization_id, user_id, role) values ($1, 'usr_bob', 'member')", [organization!.id]);
    await platform.pool.query("insert into catalog.api_keys (id, organization_id, user_id, name, prefix, hash) values ('key_bob', $1, 'usr_bob', 'bob', $2, $3)", [organization!.id, prefix, hash]);
    const bob = await openApi(url, key);
    const { body: { serverId, connectToken } } = await create('ours');
    await api.inProject('PATCH', `/servers/${serverId}`, { headers: { authorization: 'Bearer s3cret' } });
    expect(await bob.inProject('POST', '/tunnels', { name: 'ours' })).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/name' }] } } });
    expect(await knock(connectToken)).toBe(101);
    expect((await create('ours')).status).toBe(201);
    await api.inProject('PATCH', `/servers/${serverId}`, { headers: null });
    expect(await bob.inProject('POST', '/tunnels', { name: 'ours' })).toMatchObject({ status: 201, body: { serverId, secretVersion: 3 } });
    await api.inProject('PATCH', `/servers/${serverId}`, { headers: { authorization: 'Bearer s3cret' } });
    expect((await create('ours')).status).toBe(400);
    const granted = await create('ours by a grant');
    expect(await ask(granted.body.serverId, 'oauth/import-tokens', { serverUrl: granted.body.url, tokens: { access_token: 'a' } })).toMatchObject({ status: 200 });
    expect((await bob.inProject('POST', '/tunnels', { name: 'ours by a grant' })).status).toBe(400);
  });

  test('at once for a server that was elsewhere leads it to the tunnel that there is', async () => {
    for (let round = 0; round < 3; round++) {
      const serverId = await api.saveServer(`contested ${round}`, 'https://before.example/mcp');
      const made = await Promise.all(Array.from({ length: 5 }, () => create(`contested ${round}`)));
      const [slug] = (await platform.pool.query<{ slug: string }>('select slug from diagnostics.tunnels where server_id = $1', [serverId])).rows.map((row) => row.slug);
      expect([await api.get(`/servers/${serverId}`), made.map(({ body }) => body.slug)]).toMatchObject([{ url: `${url}/tunnels/${slug}` }, Array.from({ length: 5 }, () => slug)]);
    }
  });

  test('at once by the same name makes one server', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => create('crowded')));
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(made.map(({ body }) => body.serverId)).size).toBe(1);
  });

  test.each<[string, object, string]>([['no name', {}, '/name'], ['an empty name', { name: '' }, '/name'], ['a name that is too long', { name: 'x'.repeat(129) }, '/name'], ['a name of two lines', { name: 'a\nb' }, '/name'], ['an unknown field', { name: 'a', url: 'x' }, '/url']])('with %s is refused', async (_, body, path) => {
    expect(await api.inProject('POST', '/tunnels', body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', details: { issues: [{ path }] } } });
  });
});

test('a command that the platform refuses says why and ends', async () => {
  const refused = launch(cli, { ASSAY_URL: url, ASSAY_API_KEY: `sk_${'x'.repeat(40)}` }, ['tunnel', '--url', everything.url, '--name', 'x']);
  expect(await refused.exited).toBe(1);
  expect(refused.stderr.join('\n')).toContain('the platform refuses');
});
