import { freePort } from '@assay/postgres/free-port';
import { startFaultyServer, type FaultyPath, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { toolCall, type Api, answerOf, type MetAnswer } from '../support/api.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

let installation: SharedInstallation;
let faulty: FaultyServer;
let api: Api;
let silent: Promise<MetAnswer<unknown>>;
let local: Promise<MetAnswer<unknown>[]>;
let tools: string;
let impatient: string;
let closedPort: number;

const validate = async (id: string) =>
  answerOf(api.assay.validateServer.withResponse({ projectId: api.projectId, serverId: id }));
const call = async (id: string, toolName: string, parameters: Record<string, unknown> = {}) =>
  answerOf(api.assay.callTool.withResponse({ projectId: api.projectId, serverId: id }, { toolName, parameters }));

beforeAll(async () => {
  [installation, faulty] = await Promise.all([sharedInstallation(), startFaultyServer()]);
  ({ api } = installation);
  closedPort = await freePort();
  // The slow ones, so they are asked first and awaited last.
  const id = await api.saveServer('silent', faulty.url('/silent'));
  silent = answerOf(
    api.assay.validateServer.withResponse({ projectId: api.projectId, serverId: id }, { timeoutMs: 60_000 }),
  );
  local = useLocal();
  tools = await api.saveServer('faulty', faulty.url('/tools'));
  impatient = await api.saveServer('impatient', faulty.url('/tools'), { timeout: 500 });
});
afterAll(() => faulty.stop());

/** Connects to a server that needs a special runner, and launches a run against it. */
async function useLocal(): Promise<MetAnswer<unknown>[]> {
  const { id } = await api.assay.createProjectServer(
    { projectId: api.projectId },
    {
      name: 'local',
      transportType: 'stdio',
      command: 'printer',
      enabled: true,
    },
  );
  const launch = answerOf(
    api.assay.createEvalRun.withResponse(
      { projectId: api.projectId },
      {
        suiteName: 'local',
        serverIds: [id],
        tests: [{ title: 't', steps: [toolCall('a', 'local', 'echo')] }],
      },
    ),
  );
  return Promise.all([validate(id), launch]);
}

const at = (path: FaultyPath) => () => faulty.url(path);
test.each<[string, () => string, number, string, object]>([
  [
    'is down',
    () => `http://127.0.0.1:${closedPort}/mcp`,
    502,
    'SERVER_UNREACHABLE',
    { phase: 'connect', cause: 'connection_refused' },
  ],
  ['has an unknown name', () => 'http://unknown.invalid/mcp', 502, 'SERVER_UNREACHABLE', { phase: 'connect' }],
  ['answers with a page', at('/html'), 502, 'SERVER_UNREACHABLE', { phase: 'initialize' }],
  ['answers garbage', at('/garbage'), 502, 'SERVER_UNREACHABLE', { phase: 'initialize' }],
  ['breaks', at('/error'), 502, 'SERVER_UNREACHABLE', { httpStatus: 500 }],
  ['wants credentials', at('/unauthorized'), 401, 'UNAUTHORIZED', { httpStatus: 401 }],
  [
    'wants an OAuth grant',
    at('/oauth'),
    401,
    'OAUTH_REQUIRED',
    { resourceMetadataUrl: expect.stringContaining('/.well-known/oauth-protected-resource') },
  ],
  ['denies access', at('/forbidden'), 403, 'FORBIDDEN', { upstreamAuthRequired: true }],
  [
    'wants another scope',
    at('/insufficient-scope'),
    403,
    'FORBIDDEN',
    { insufficientScope: true, requiredScope: 'tools:call' },
  ],
])('a server that %s is told apart, and a run against it is refused', async (name, url, status, code, details) => {
  const id = await api.saveServer(name, url(), { headers: { authorization: 'Bearer wellhidden' } });
  const seen = await validate(id);
  expect(seen).toMatchObject({
    status,
    body: { code, message: expect.any(String), details: { serverId: id, ...details } },
  });
  const launch = await answerOf(
    api.assay.createEvalRun.withResponse(
      { projectId: api.projectId },
      {
        suiteName: name,
        serverIds: [id],
        tests: [{ title: 't', steps: [toolCall('a', name, 'echo')] }],
      },
    ),
  );
  expect(launch).toMatchObject({ status, body: { code } });
  expect(await api.assay.runDoctor({ projectId: api.projectId, serverId: id })).toMatchObject({
    status: code === 'OAUTH_REQUIRED' ? 'oauth_required' : 'error',
    error: { code },
  });
  expect(
    JSON.stringify([
      seen.body,
      launch.body,
      await api.assay.getProjectServer({ projectId: api.projectId, serverId: id }),
    ]),
  ).not.toContain('wellhidden');
});

test('a tool that reports an error has answered', async () => {
  expect(await call(tools, 'fails')).toMatchObject({
    status: 200,
    body: { isError: true, content: [{ text: 'The printer is on fire.' }] },
  });
});

test.each<[string, () => string, string, number, string, object]>([
  ['breaks the protocol', () => tools, 'throws', 502, 'SERVER_UNREACHABLE', { rpcCode: -32603 }],
  [
    'does not answer in the time that the server is given',
    () => impatient,
    'hang',
    504,
    'TIMEOUT',
    { method: 'tools/call' },
  ],
])('a tool that %s is an error of the call', async (_, server, tool, status, code, details) => {
  expect(await call(server(), tool)).toMatchObject({
    status,
    body: { code, details: { serverId: server(), phase: 'request', ...details } },
  });
});

test('a result of ten megabytes arrives byte for byte', async () => {
  const path = `/api/v1/projects/${api.projectId}/servers/${tools}/tools/call`;
  const answer = await api.fetch(path, { method: 'POST', body: JSON.stringify({ toolName: 'large' }) });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(JSON.stringify({ content: [{ type: 'text', text: 'x'.repeat(10 * 1024 * 1024) }] }));
});

test('a server without tools says so', async () => {
  const id = await api.saveServer('no tools', faulty.url('/no-tools'));
  expect(await answerOf(api.assay.listTools.withResponse({ projectId: api.projectId, serverId: id }))).toMatchObject({
    status: 422,
    body: { code: 'FEATURE_NOT_SUPPORTED', details: { capability: 'tools' } },
  });
});

test('a server that is switched off can be diagnosed and not used', async () => {
  const id = await api.saveServer('off', faulty.url('/tools'), { enabled: false });
  expect(await validate(id)).toMatchObject({ status: 200 });
  expect(await call(id, 'echo')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
});

test('a server that needs a special runner is saved and not connected to', async () => {
  const refused = {
    status: 422,
    body: {
      code: 'FEATURE_NOT_SUPPORTED',
      message: expect.stringContaining('label stdio'),
      details: { labels: ['stdio'] },
    },
  };
  expect(await local).toMatchObject([refused, refused]);
});

test('a server that accepts the connection and stays silent is a timeout', async () => {
  expect(await silent).toMatchObject({
    status: 504,
    body: { code: 'TIMEOUT', details: { phase: 'connect', elapsedMs: expect.any(Number) } },
  });
});
