import { addressSetting, perService } from '@assay/contract/services';
import { join } from 'node:path';
import { startGateway, type RunningGateway } from '@assay/gateway/start';
import { nearestPrivate } from '@assay/gateway/addresses/trusted-proxies';
import { tunnelProof } from '@assay/tunnel/tunnel-proof';
import { freePort } from '@assay/postgres/free-port';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import { assertStep, toolCall, answerOf } from '../support/api.ts';
import { testLog } from '../support/installation.ts';
import { launchProcess, type LaunchedProcess } from '../support/launch.ts';
// Its tests share the platform of these.
import './tunnel-grants.ts';
import {
  api,
  callTool,
  validate,
  stopFixture,
  cutLine,
  OWNER_KEY,
  startFixture,
  platform,
  url,
} from './tunnel-fixture.ts';

const cli = join(import.meta.dirname, '../../../../packages/cli/src/main.ts');
const tunnels: LaunchedProcess[] = [];
let everything: McpServerProcess;
let faulty: FaultyServer;
beforeAll(async () => {
  [everything, faulty] = await Promise.all([
    sharedEverythingServer({ transport: 'streamableHttp' }),
    startFaultyServer(),
    startFixture(),
  ]);
});
afterEach(() => Promise.all(tunnels.splice(0).map((each) => each.kill('SIGKILL'))));
afterAll(() => Promise.all([stopFixture(), everything.stop(), faulty.stop()]));

/** The command as a person runs it on their own machine. */
function dialIn(name: string, server: string): LaunchedProcess {
  const launched = launchProcess(cli, { ASSAY_URL: url, ASSAY_API_KEY: OWNER_KEY }, [
    'tunnel',
    '--url',
    server,
    '--name',
    name,
  ]);
  tunnels.push(launched);
  return launched;
}
async function connected(name: string, server: string): Promise<{ launched: LaunchedProcess; serverId: string }> {
  const launched = dialIn(name, server);
  await launched.said('connected');
  return { launched, serverId: await idOf(name) };
}
const idOf = async (name: string) =>
  (await api.assay.listProjectServers({ projectId: api.projectId })).items.find((each) => each.name === name)!.id;
const notConnected = {
  status: 502,
  body: {
    code: 'SERVER_UNREACHABLE',
    details: { reason: 'TUNNEL_NOT_CONNECTED' },
    message: expect.stringContaining('the tunnel is not connected'),
  },
};

test('a tunnelled server validates, lists tools and answers; no traffic is printed', async () => {
  const { launched, serverId } = await connected('mine', everything.url);
  expect(await validate(serverId)).toMatchObject({ status: 200, body: { success: true } });
  expect(await api.assay.listTools({ projectId: api.projectId, serverId })).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ name: 'echo' })]),
  });
  expect(await callTool(serverId, 'echo', { message: 's3cret words' })).toMatchObject({
    status: 200,
    body: { content: [{ text: 'Echo: s3cret words' }] },
  });
  expect(await api.assay.runDoctor({ projectId: api.projectId, serverId })).toMatchObject({ status: 'ready' });
  const printed = [...launched.stdout, ...launched.stderr].join('\n');
  expect(printed).toMatch(/POST 200 \d+ bytes \d+ ms/);
  expect(printed).not.toMatch(/s3cret|tt_|sk_|mcp-session/);
});

test('a call of several seconds reports its progress and its result', async () => {
  const { serverId } = await connected('slow', everything.url);
  const answer = await callTool(serverId, 'trigger-long-running-operation', { duration: 3, steps: 3 });
  expect(answer).toMatchObject({ status: 200, body: { content: [{ text: expect.stringContaining('completed') }] } });
});

test('a result of 10 MB arrives byte for byte', async () => {
  const { serverId } = await connected('large', faulty.url('/tools'));
  const answer = await api.fetch(`/api/v1/projects/${api.projectId}/servers/${serverId}/tools/call`, {
    method: 'POST',
    body: JSON.stringify({ toolName: 'large' }),
  });
  const text = await answer.text();
  expect(text === `{"content":[{"type":"text","text":"${'x'.repeat(10 * 1024 * 1024)}"}]}`).toBe(true);
});

test('an eval run goes through it', async () => {
  const { serverId } = await connected('graded', everything.url);
  const steps = [
    toolCall('call', 'graded', 'echo', { message: 'hi' }),
    assertStep('a', { type: 'toolResultContains', needle: 'Echo: hi' }),
  ];
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'through a tunnel',
      serverIds: [serverId],
      model: 'scripted/rules',
      tests: [{ title: 't', steps, runs: 3 }],
    },
  );
  expect(await api.finishedRun(await api.startRun({ suiteId }))).toMatchObject({
    status: 'completed',
    result: 'passed',
    summary: { total: 3, passed: 3 },
  });
});

test('a request at another gateway is led to the gateway that holds the tunnel', async () => {
  const { serverId } = await connected('elsewhere', everything.url);
  const {
    addresses,
    runnerEnv: { MESH_SECRET: meshSecret = '' },
  } = platform;
  const { slug } = (
    await platform.pool.query<{ slug: string }>('select slug from diagnostics.tunnels where server_id = $1', [serverId])
  ).rows[0]!;
  const second: RunningGateway = await startGateway(
    {
      host: '127.0.0.1',
      port: 0,
      meshSecret,
      limit: undefined,
      sharedLimits: { person: 10, organization: 100 },
      trustedProxies: nearestPrivate,
      maxBodyBytes: 1_000_000,
      maxBytesInFlight: 256 * 1024 * 1024,
      maxConnections: 1_000,
      runnerEdge: undefined,
      publicUrl: 'http://127.0.0.1:4000',
      relayUrl: undefined,
      addresses: perService((name) => addresses[addressSetting(name)]),
    },
    testLog,
  );
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };
  const answer = await fetch(`${second.url}/tunnels/${slug}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'assay-tunnel-proof': tunnelProof(meshSecret, { serverId, projectId: api.projectId }),
    },
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"serverInfo"')]);
  await second.stop();
});

test('the open call of a killed command fails before its time-out, and later ones fail, too', async () => {
  const { launched, serverId } = await connected('killed', faulty.url('/tools'));
  const before = faulty.calls.hangWithProgress.started;
  const called = callTool(serverId, 'hangWithProgress');
  await waitUntil(() => faulty.calls.hangWithProgress.started > before);
  await launched.kill('SIGKILL');
  // A call that its time-out ends is answered TIMEOUT.
  expect(await called).toMatchObject({ status: 502, body: { code: 'SERVER_UNREACHABLE' } });
  expect(await validate(serverId)).toMatchObject(notConnected);
  expect(await api.assay.runDoctor({ projectId: api.projectId, serverId })).toMatchObject({
    status: 'error',
    error: { message: expect.stringContaining('the tunnel is not connected') },
  });
});

test('a lost connection is dialled again, by itself', async () => {
  const { launched, serverId } = await connected('lost', everything.url);
  cutLine();
  await waitUntil(() => launched.stdout.filter((each) => each.includes('connected')).length === 2);
  expect(await validate(serverId)).toMatchObject({ status: 200, body: { success: true } });
});

test('a command without a server behind it says so', async () => {
  const { serverId } = await connected('empty', `http://127.0.0.1:${await freePort()}/mcp`);
  expect(await validate(serverId)).toMatchObject({
    status: 502,
    body: { code: 'SERVER_UNREACHABLE', details: { reason: 'TUNNEL_SERVER_UNREACHABLE' } },
  });
});

test('Ctrl-C ends the command in good order, and closes the tunnel', async () => {
  const { launched, serverId } = await connected('ended', everything.url);
  expect(await launched.kill('SIGINT')).toBe(0);
  expect(await validate(serverId)).toMatchObject(notConnected);
});

test('a closed tunnel is cut, and its command ends', async () => {
  const { launched, serverId } = await connected('closed', everything.url);
  expect(await answerOf(api.assay.closeTunnel.withResponse({ projectId: api.projectId, serverId }))).toMatchObject({
    status: 200,
    body: { serverId, status: 'closed' },
  });
  expect(await launched.exited).toBe(1);
  expect(launched.stderr.join('\n')).toContain('closed');
  expect(await validate(serverId)).toMatchObject(notConnected);
  expect(await answerOf(api.assay.closeTunnel.withResponse({ projectId: api.projectId, serverId }))).toMatchObject({
    status: 200,
  });
  expect(
    await answerOf(api.assay.closeTunnel.withResponse({ projectId: api.projectId, serverId: 'srv_none' })),
  ).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  });
});

test('a second command of the same name takes over, and the first one ends', async () => {
  const { launched: first, serverId } = await connected('taken', faulty.url('/tools'));
  await connected('taken', everything.url);
  expect(await first.exited).toBe(1);
  expect(await api.assay.listTools({ projectId: api.projectId, serverId })).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ name: 'echo' })]),
  });
});

test('a deleted server leaves nothing, and its command ends', async () => {
  const { launched, serverId } = await connected('deleted', everything.url);
  await answerOf(api.assay.deleteProjectServer.withResponse({ projectId: api.projectId, serverId }));
  expect(await launched.exited).toBe(1);
  expect((await platform.pool.query('select from diagnostics.tunnels where server_id = $1', [serverId])).rowCount).toBe(
    0,
  );
});

test('a command that the platform refuses says why and ends', async () => {
  const refused = launchProcess(cli, { ASSAY_URL: url, ASSAY_API_KEY: `sk_${'x'.repeat(40)}` }, [
    'tunnel',
    '--url',
    everything.url,
    '--name',
    'x',
  ]);
  expect(await refused.exited).toBe(5);
  expect(refused.stderr.join('\n')).toMatch(/^assay: /);
});
