import { startEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { startModelEndpoint, type ModelEndpoint } from '@assay/testkit/model-endpoint/model-endpoint';
import { waitUntil } from '@assay/testkit/until';
import { startInstallation, type Installation } from '../support/installation.ts';

let endpoint: ModelEndpoint;
let everything: McpServerProcess;
let installation: Installation;
beforeAll(async () => {
  [endpoint, everything] = await Promise.all([
    startModelEndpoint(() => ({ status: 429, message: 'slow down' })),
    startEverythingServer({ transport: 'streamableHttp' }),
  ]);
  installation = await startInstallation({
    HOSTED_MODELS: JSON.stringify([{ id: 'openai/thinker', inputUsdPerMillion: 2, outputUsdPerMillion: 10 }]),
    OPENAI_API_KEY: 'sk-operators-model-key',
    OPENAI_BASE_URL: endpoint.openaiUrl,
  });
});
afterAll(() => Promise.all([installation.stop(), everything.stop(), endpoint.stop()]));

test('a run of a provider that is limited for ever ends within a minute without failures', async () => {
  const { api } = installation;
  const serverId = await api.saveServer('everything', everything.url);
  const hostId = (
    await api.assay.createClient(
      { projectId: api.projectId },
      {
        name: 'Shopper',
        config: { modelId: 'openai/thinker', serverIds: [serverId] },
      },
    )
  ).id;
  const journeyId = (
    await api.assay.createJourney(
      { projectId: api.projectId },
      {
        goal: 'echo it',
        personaId: (await api.assay.createPersona({ projectId: api.projectId }, { name: 'Ada', role: 'engineer' })).id,
        environmentIds: [
          (await api.assay.createEnvironment({ projectId: api.projectId }, { name: 'today', hostId })).id,
        ],
        sessionsPerTarget: 30,
        maxTurns: 3,
      },
    )
  ).id;
  const { id } = await api.assay.launchJourneyRun({ projectId: api.projectId, journeyId }, {});
  const run = await waitUntil(async () => {
    const read = await api.assay.getJourneyRun({ projectId: api.projectId, runId: id });
    return read.status !== 'running' && read;
  }, 60_000);
  expect(run).toMatchObject({
    status: 'rate_limited',
    summary: { total: 30, succeeded: 0, failed: 0, rateLimited: 30 },
  });
}, 120_000);
