import type { ReadinessReport, ReadinessRun, ReadinessRunReceipt } from '@assay/contract/areas/readiness/documents';
import { startFaultyServer, type FaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import type { Api, ApiFailure, ApiPage } from '../support/api.ts';
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

const start = (serverId: string, directory: string, body: object = {}) =>
  api.post<ReadinessRunReceipt>(`/servers/${serverId}/readiness-runs/${directory}`, body);
const read = (runId: string) => api.get<ReadinessRun>(`/readiness-runs/${runId}`);
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
      start(serverId, 'claude'),
      start(serverId, 'openai', { submissionMode: 'mcp-only', idempotencyKey: 'once' }),
    ]);
    expect(await start(serverId, 'openai', { submissionMode: 'mcp-only', idempotencyKey: 'once' })).toMatchObject({
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
      const { requirements } = await api.ask<ReadinessReport>('GET', run.reportUrl!.replace('/api/v1', ''));
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
      (await api.get<ApiPage<ReadinessRun>>('/readiness-runs?readinessKind=claude')).items.map(({ id }) => id),
    ).toEqual([claude.runId]);
  },
  LONG_MS,
);

test(
  'a run in progress is cancelled, and its server is released',
  async () => {
    const { runId } = await start(await api.saveServer('silent', faulty.url('/silent')), 'claude');
    await waitUntil(async () => (await read(runId)).status === 'running', LONG_MS);
    expect(await api.post(`/readiness-runs/${runId}/cancel`)).toMatchObject({ runId, status: 'cancelled' });
    expect(await api.inProject('POST', `/readiness-runs/${runId}/cancel`)).toMatchObject({ status: 409 });
    expect(await api.inProject<ApiFailure>('GET', `/readiness-runs/${runId}/report`)).toMatchObject({
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
  expect(await api.inProject('POST', `/servers/${serverId}/readiness-runs/openai`, {})).toMatchObject(
    issue('/submissionMode'),
  );
  expect(await api.inProject('POST', `/servers/${serverId}/readiness-runs/claude`, { deep: true })).toMatchObject(
    issue('/deep'),
  );
  expect(await api.inProject('POST', `/servers/srv_none/readiness-runs/claude`, {})).toMatchObject({ status: 404 });
});
