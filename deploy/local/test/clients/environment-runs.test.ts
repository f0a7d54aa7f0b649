import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProjectEnvironment } from '@assay/contract/areas/environments/documents';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { runInProcess } from '../../../../packages/cli/test/support/command.ts';
import { toolCall, type Api, answerOf } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

let installation: Installation;
let everything: McpServerProcess;
let api: Api;
let serverId: string;
beforeAll(async () => {
  [installation, everything] = await Promise.all([
    startInstallation({ MAX_CONCURRENT_RUNS: '10' }),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  ({ api } = installation);
  serverId = await api.saveServer('everything', everything.url);
});
afterAll(async () => {
  await installation.stop();
  await everything.stop();
});

/** An environment with a client of its own, which calls itself by the name and speaks this revision of MCP. */
async function environment(
  name: string,
  mcpProtocolVersion: '2025-03-26' | '2025-06-18' | '2025-11-25',
): Promise<ProjectEnvironment> {
  const client = await api.assay.createClient(
    { projectId: api.projectId },
    {
      name,
      config: {
        modelId: 'scripted/rules',
        systemPrompt: `You are ${name}.`,
        serverIds: [serverId],
        mcpProfile: {
          profileVersion: 1,
          mcpProtocolVersion,
          initialize: { clientInfo: { name, version: '1.0.0' } },
        },
      },
    },
  );
  return api.assay.createEnvironment({ projectId: api.projectId }, { name, hostId: client.id });
}

const suite = async (name: string): Promise<string> =>
  (
    await api.assay.createEvalSuite(
      { projectId: api.projectId },
      {
        name,
        serverIds: [serverId],
        tests: [{ title: 'echo', steps: [toolCall('call', 'everything', 'echo', { message: 'hi' })] }],
      },
    )
  ).suiteId;

/** The handshake of the first trial of a run, as it crossed the wire. */
async function handshakeOf(runId: string): Promise<{ protocolVersion: string; clientInfo: { name: string } }> {
  const [iteration] = await api.iterations(runId);
  const { wire } = await api.trace(runId, iteration!.id);
  const requests = wire.flatMap(({ message }) => (message ? [message as { method?: string; params?: object }] : []));
  return requests.find(({ method }) => method === 'initialize')!.params as never;
}

test('two environments of a suite give two grouped runs that differ on the wire', async () => {
  const [old, recent] = [
    await environment('old desktop', '2025-03-26'),
    await environment('new desktop', '2025-06-18'),
  ];
  const suiteId = await suite('of two environments');
  const attached = await api.assay.updateEvalSuite(
    { projectId: api.projectId, suiteId },
    { environmentIds: [old.id, recent.id] },
  );
  expect(attached.environmentIds).toEqual([old.id, recent.id]);
  const refused = await answerOf(api.assay.createEvalRun.withResponse({ projectId: api.projectId }, { suiteId }));
  expect([refused.status, refused.body.details]).toMatchObject([
    400,
    { reason: 'ENVIRONMENT_REQUIRED', environmentIds: [old.id, recent.id] },
  ]);

  const { targets, runGroupId, outcome } = await api.assay.createEvalRunGroup(
    { projectId: api.projectId },
    {
      suiteId,
      targets: [{ environmentId: old.id }, { environmentId: recent.id }],
    },
  );
  expect(outcome).toBe('started');
  const [first, second] = await Promise.all(targets.map(({ runId }) => api.finishedRun(runId!)));
  expect([first, second]).toMatchObject([
    { status: 'completed', result: 'passed', environment: { id: old.id, name: 'old desktop', revision: 1 } },
    { status: 'completed', result: 'passed', environment: { id: recent.id, name: 'new desktop', revision: 1 } },
  ]);
  expect([await handshakeOf(first!.id), await handshakeOf(second!.id)]).toMatchObject([
    { protocolVersion: '2025-03-26', clientInfo: { name: 'old desktop' } },
    { protocolVersion: '2025-06-18', clientInfo: { name: 'new desktop' } },
  ]);
  const { comparison } = await api.assay.getEvalRunGroup({ projectId: api.projectId, runGroupId });
  expect(comparison).toMatchObject({ baselineArm: 'old desktop', arms: [{ arm: 'new desktop' }] });
  expect(comparison.arms[0]!.configuration!.changed).toEqual(
    expect.arrayContaining(['/client/config/mcpProfile/mcpProtocolVersion', '/systemPrompt']),
  );

  await api.assay.updateEnvironment(
    { projectId: api.projectId, environmentId: old.id },
    { expectedRevision: 1, name: 'renamed', modelId: 'scripted/other' },
  );
  await api.assay.archiveEnvironment({ projectId: api.projectId, environmentId: old.id }, { expectedRevision: 2 });
  expect(await api.run(first!.id)).toEqual(first);
  const archived = await answerOf(
    api.assay.createEvalRun.withResponse({ projectId: api.projectId }, { suiteId, environmentId: old.id }),
  );
  expect([archived.status, archived.body.details]).toMatchObject([409, { code: 'ENV_ARCHIVED' }]);
});

test('a client that a suite uses cannot be deleted, and a run of the suite uses it', async () => {
  const suiteId = await suite('of a client');
  const client = await api.assay.createClient(
    { projectId: api.projectId },
    {
      name: 'Attached',
      config: { modelId: 'scripted/rules', mcpProfile: { profileVersion: 1, mcpProtocolVersion: '2025-03-26' } },
    },
  );
  const { runId } = await api.assay.createEvalRun(
    { projectId: api.projectId },
    {
      suiteId,
      hosts: [{ host: 'attached' }],
    },
  );
  expect(await api.finishedRun(runId)).toMatchObject({
    result: 'passed',
    environment: null,
    client: { id: client.id, name: 'Attached', source: 'attached_host' },
  });
  expect(await handshakeOf(runId)).toMatchObject({ protocolVersion: '2025-03-26' });
  expect((await api.assay.getEvalSuite({ projectId: api.projectId, suiteId })).hosts).toEqual([
    { id: client.id, name: 'Attached' },
  ]);
  expect(
    (await answerOf(api.assay.deleteClient.withResponse({ projectId: api.projectId, clientId: client.id }))).status,
  ).toBe(409);
  await api.assay.updateEvalSuite({ projectId: api.projectId, suiteId }, { hosts: [] });
  await api.assay.deleteClient({ projectId: api.projectId, clientId: client.id });
  expect(await api.run(runId)).toMatchObject({ client: { id: client.id, name: 'Attached' } });
  // Without a client of its own, the suite runs with the default client of the project.
  const again = await api.startRun({ suiteId });
  expect(await api.finishedRun(again)).toMatchObject({ result: 'passed', client: { source: 'suite_default' } });
});

test('a plugin that the command pushes brings its server, its secret and its skill into a run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-plugin-'));
  await mkdir(join(folder, 'skills/manners'), { recursive: true });
  const mcpServers = { repeating: { url: everything.url, headers: { 'X-Key': '${Repeating key}' } } };
  await writeFile(join(folder, 'plugin.json'), JSON.stringify({ name: 'repeating', mcpServers }));
  await writeFile(
    join(folder, 'skills/manners/SKILL.md'),
    '---\nname: manners\ndescription: How to greet.\n---\n# Bow before you repeat.\n',
  );
  const env = { ASSAY_URL: installation.url, ASSAY_API_KEY: installation.apiKey };
  expect(await runInProcess(['plugins', 'push', folder, '--project', api.projectId], { env })).toEqual({
    code: 0,
    stdout: expect.stringContaining('"repeating" has the new version plugver_'),
    stderr: '',
  });
  await rm(folder, { recursive: true });

  const { items: plugins } = await api.assay.listProjectPlugins({ projectId: api.projectId });
  const { activeVersionId } = plugins.find(({ name }) => name === 'repeating')!;
  const client = await api.assay.createClient(
    { projectId: api.projectId },
    { name: 'polite', config: { modelId: 'scripted/rules' } },
  );
  const secret = await api.assay.createSecret(
    { projectId: api.projectId },
    { name: 'repeating key', value: 'a-key-for-repeating' },
  );
  const { id } = await api.assay.createEnvironment(
    { projectId: api.projectId },
    {
      name: 'polite',
      hostId: client.id,
      pluginVersionIds: [activeVersionId!],
      secretSelection: { mode: 'explicit', secretIds: [secret.id] },
    },
  );
  const prompt = 'Call read_skill {"name": "manners"} and echo {"message": "hello"}.';
  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'of a plugin',
      serverIds: [serverId],
      environmentIds: [id],
      tests: [{ title: 'greets', steps: [{ id: 'ask', kind: 'prompt', prompt }] }],
    },
  );
  const runId = await api.startRun({ suiteId });
  const [plugin] = (await api.assay.resolveEnvironment({ projectId: api.projectId, environmentId: id })).servers;
  expect(await api.finishedRun(runId)).toMatchObject({ status: 'completed', servers: [{ name: 'repeating' }] });

  const [iteration] = await api.iterations(runId);
  const trace = await api.trace(runId, iteration!.id);
  const calls = trace.wire.filter(({ message }) => (message as { method?: string })?.method === 'tools/call');
  expect(calls).toMatchObject([{ serverId: plugin!.serverId, message: { params: { name: 'echo' } } }]);
  expect(trace.spans).toContainEqual(
    expect.objectContaining({ category: 'client', name: expect.stringContaining('skill') }),
  );
  expect(JSON.stringify(trace)).toContain('Bow before you repeat.');
  expect(JSON.stringify(trace)).not.toContain('a-key-for-repeating');
});
