import type { OpenAIReadinessRunStart } from '@assay/sdk';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import { type Api, answerOf } from '../support/api.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

const LONG_MS = 60_000;

let installation: SharedInstallation;
let everything: McpServerProcess;
let faulty: FaultyServer;
let api: Api;

beforeAll(async () => {
  [installation, everything, faulty] = await Promise.all([
    sharedInstallation(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
    startFaultyServer(),
  ]);
  ({ api } = installation);
});
afterAll(() => Promise.all([everything.stop(), faulty.stop()]));

const startClaude = (serverId: string) => api.assay.startClaudeReadinessRun({ projectId: api.projectId, serverId });
const startOpenAI = (serverId: string, body: OpenAIReadinessRunStart) =>
  api.assay.startOpenAIReadinessRun({ projectId: api.projectId, serverId }, body);
const read = (runId: string) => api.assay.getReadinessRun({ projectId: api.projectId, runId });
const finished = (runId: string) =>
  waitUntil(async () => {
    const run = await read(runId);
    return !['pending', 'running'].includes(run.status) && run;
  }, LONG_MS);

test(
  'a server is graded for both directories, with its missing inputs',
  async () => {
    const serverId = await api.saveServer('everything', everything.url);
    const [claude, openai] = await Promise.all([
      startClaude(serverId),
      startOpenAI(serverId, { submissionMode: 'mcp-only', idempotencyKey: 'once' }),
    ]);
    expect(await startOpenAI(serverId, { submissionMode: 'mcp-only', idempotencyKey: 'once' })).toMatchObject({
      runId: openai.runId,
      deduped: true,
    });
    for (const { runId, readinessKind } of [claude, openai]) {
      const run = await finished(runId);
      // It runs on this machine, without TLS.
      expect(run).toMatchObject({
        readinessKind,
        status: 'completed',
        overallStatus: 'not-ready',
        hasReport: true,
        attemptCount: 1,
        capabilities: expect.arrayContaining(['prompts', 'resources', 'tools']),
      });
      const { requirements } = await api.assay.getReadinessReport({ projectId: api.projectId, runId });
      const results = Object.fromEntries(requirements.map(({ id, result }) => [id.replace(/^\w+\./, ''), result]));
      expect(results).toMatchObject({
        reachable: 'pass',
        https: 'fail',
        'public-address': 'fail',
        'sign-in': 'pass',
        lists: 'pass',
        'privacy-policy': 'notEvaluated',
        'oauth-pkce': 'notApplicable',
        'unique-names': 'pass',
      });
    }
    expect(
      (await api.assay.listReadinessRuns({ projectId: api.projectId }, { readinessKind: 'claude' })).items.map(
        ({ id }) => id,
      ),
    ).toEqual([claude.runId]);
  },
  LONG_MS,
);

test(
  'a run in progress is cancelled, and its server is released',
  async () => {
    const { runId } = await startClaude(await api.saveServer('silent', faulty.url('/silent')));
    await waitUntil(async () => (await read(runId)).status === 'running', LONG_MS);
    expect(await api.assay.cancelReadinessRun({ projectId: api.projectId, runId })).toMatchObject({
      runId,
      status: 'cancelled',
    });
    expect(
      await answerOf(api.assay.cancelReadinessRun.withResponse({ projectId: api.projectId, runId })),
    ).toMatchObject({ status: 409 });
    expect(
      await answerOf(api.assay.getReadinessReport.withResponse({ projectId: api.projectId, runId })),
    ).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    expect(await read(runId)).toMatchObject({ status: 'cancelled' });
  },
  LONG_MS,
);

test('a bad request is answered with the place of its fault', async () => {
  const serverId = await api.saveServer('refused', everything.url);
  const issue = (path: string) => ({
    status: 400,
    body: { code: 'VALIDATION_ERROR', details: { issues: [expect.objectContaining({ path })] } },
  });
  expect(
    await answerOf(api.assay.startOpenAIReadinessRun.withResponse({ projectId: api.projectId, serverId }, {} as never)),
  ).toMatchObject(issue('/submissionMode'));
  expect(
    await answerOf(
      api.assay.startClaudeReadinessRun.withResponse({ projectId: api.projectId, serverId }, { deep: true } as object),
    ),
  ).toMatchObject(issue('/deep'));
  expect(
    await answerOf(
      api.assay.startClaudeReadinessRun.withResponse({ projectId: api.projectId, serverId: 'srv_none' }, {}),
    ),
  ).toMatchObject({ status: 404 });
});
