import { freePort } from '@assay/postgres/free-port';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import { toolCall, type Api } from '../support/api.ts';
import { sharedInstallation } from '../support/shared-installation.ts';

let everything: McpServerProcess;
let api: Api;
let ready: string;
let down: string;

beforeAll(async () => {
  [{ api }, everything] = await Promise.all([
    sharedInstallation(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  ready = await api.saveServer('ready', everything.url);
  down = await api.saveServer('down', `http://127.0.0.1:${await freePort()}/mcp`);
});
afterAll(() => everything.stop());

const project = () => ({ projectId: api.projectId });

test('a diagnosis is kept with its server, in the list and among the changes', async () => {
  await Promise.all([ready, down].map((serverId) => api.assay.runDoctor({ ...project(), serverId })));
  const { items, counts } = await api.assay.listProjectServers(project(), { sort: 'state', counts: true });
  expect(items).toMatchObject([
    { name: 'down', state: 'unusable', lastDiagnosis: { stage: 'probe', cause: 'connection_refused' } },
    {
      name: 'ready',
      signIn: 'none',
      toolCount: expect.any(Number),
      lastDiagnosis: { status: 'ready', transport: 'streamable-http', protocolVersion: '2025-11-25' },
    },
  ]);
  expect(counts).toMatchObject({ total: 2, causes: { connection_refused: 1 }, transports: { http: 2 } });
  const changes = (await api.assay.listServerChanges(project())).items;
  expect(changes.map(({ serverName }) => serverName).toSorted()).toEqual(['down', 'ready']);
  const { items: days } = await api.assay.listServerDays(project(), { days: 2 });
  expect(days.find(({ serverId }) => serverId === down)!.days).toEqual([null, 'unusable']);
});

test('an address is diagnosed without being saved', async () => {
  const report = await api.assay.diagnoseAddress(project(), { url: everything.url });
  expect(report).toMatchObject({ status: 'ready', target: { projectId: api.projectId } });
  expect(report.target.serverId).toBeUndefined();
  expect((await api.assay.listProjectServers(project())).items).toHaveLength(2);
});

test.each(['ftp://127.0.0.1/', 'http://user:secret@127.0.0.1/'])('the address %s is refused', (url) =>
  expect(api.assay.diagnoseAddress(project(), { url })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    body: { details: { issues: [{ path: '/url' }] } },
  }),
);

test('the uses of a server are its suites, environments, clients and server groups', async () => {
  const { id: groupId } = await api.assay.createServerGroup(project(), { name: 'all', serverIds: [ready] });
  const { id: clientId } = await api.assay.createClient(project(), {
    name: 'Desktop',
    config: { modelId: 'scripted/rules', serverIds: [ready] },
  });
  const { id: environmentId } = await api.assay.createEnvironment(project(), {
    name: 'Staging',
    hostId: clientId,
    serverAttachmentId: groupId,
  });
  const tests = [{ title: 'echoes', steps: [toolCall('call', 'ready', 'echo', { message: 'hello' })] }];
  const { suiteId } = await api.assay.createEvalSuite(project(), {
    name: 'own',
    serverIds: [ready],
    model: 'scripted/rules',
    tests,
  });
  const uses = await waitUntil(async () => {
    const found = await api.assay.getServerUses({ ...project(), serverId: ready });
    return found.uses.length === 4 && found;
  });
  expect(uses).toMatchObject({ serverId: ready, count: 2 });
  expect(uses.uses).toEqual(
    expect.arrayContaining([
      { kind: 'suite', id: suiteId, name: 'own', caseCount: 1 },
      { kind: 'environment', id: environmentId, name: 'Staging' },
      { kind: 'client', id: clientId, name: 'Desktop' },
      { kind: 'serverGroup', id: groupId, name: 'all' },
    ]),
  );
  expect((await api.assay.countServerUses(project())).items).toEqual([{ serverId: ready, count: 2 }]);
  expect((await api.assay.getServerUses({ ...project(), serverId: down })).uses).toEqual([]);
});
