import { startConformanceServer, type ConformanceServer } from '@assay/testkit/mcp-servers/conformance-server';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { waitUntil } from '@assay/testkit/until';
import type { Api } from '../support/api.ts';
import { launchRunner, type LaunchedProcess } from '../support/launch.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const LONG_MS = 120_000;

/** One after the other: a test leaves the next one a runner. */
const runners: LaunchedProcess[] = [];
let platform: Installation;
let everything: McpServerProcess;
let api: Api;
const fixtures: ConformanceServer[] = [];

beforeAll(async () => {
  // The platform's own runner takes nothing, so that runners can be killed.
  [platform, everything] = await Promise.all([
    startInstallation({ RUNNER_SLOTS: '0', RUNNER_INTERACTIVE_SLOTS: '0', RUNNER_BACKGROUND_SLOTS: '0' }),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  ({ api } = platform);
}, LONG_MS);
afterEach(() => Promise.all(fixtures.splice(0).map((fixture) => fixture.stop())));
afterAll(async () => {
  await Promise.all(runners.map((runner) => runner.kill('SIGKILL')));
  await platform.stop();
  await everything.stop();
});

function startRunner(name: string): void {
  runners.push(launchRunner({ ...platform.runnerEnv, RUNNER_NAME: name, LOG_LEVEL: 'error' }));
}
async function fixture(faults: Parameters<typeof startConformanceServer>[0]): Promise<ConformanceServer> {
  const started = await startConformanceServer(faults);
  fixtures.push(started);
  return started;
}
const start = (serverId: string, body: object = {}) =>
  api.assay.startConformanceRun({ projectId: api.projectId, serverId }, body);
const read = (runId: string) => api.assay.getConformanceRun({ projectId: api.projectId, runId });
const report = (runId: string) => api.assay.getConformanceReport({ projectId: api.projectId, runId });
const finished = (runId: string) =>
  waitUntil(async () => {
    const run = await read(runId);
    return !['pending', 'running'].includes(run.status) && run;
  }, LONG_MS);

test(
  'the official suite reports failures, inapplicable and missing scenarios of a server',
  async () => {
    const { runId } = await start(await api.saveServer('everything', everything.url));
    expect(await read(runId)).toMatchObject({ status: 'pending' });
    startRunner('first');
    expect(await finished(runId)).toMatchObject({
      status: 'completed',
      outcome: 'failed',
      attemptCount: 1,
      totalFailingCases: 3,
      suites: [
        { suite: 'protocol', status: 'failed', failed: 3, couldNotRun: 0 },
        { suite: 'apps', status: 'notAvailable' },
        { suite: 'tasks', status: 'passed', passed: 4 },
      ],
    });
    const { cases, warnings, unjudged, truncated } = await report(runId);
    expect(cases).toMatchObject([
      {
        scenario: 'assay/origin',
        checks: [{ status: 'FAILURE', details: { exchanges: [{ answer: { status: 200 } }] } }],
      },
      { scenario: 'assay/session-ended', checks: [{ status: 'FAILURE', specReferences: [{}] }] },
      { scenario: 'dns-rebinding-protection', checks: [{ status: 'FAILURE', specReferences: [{}, {}] }] },
    ]);
    expect(warnings.map(({ scenario }) => scenario)).toContain('assay/unknown-tool');
    expect(unjudged.find(({ scenario }) => scenario === 'tools-call-simple-text')?.reason).toContain(
      'test_simple_text',
    );
    expect(truncated).toBe(false);
  },
  LONG_MS,
);

test(
  'the run of a killed runner is done by another one, once',
  async () => {
    const tested = await fixture({ only: ['test_simple_text'], hangs: 'test_simple_text' });
    const { runId } = await start(await api.saveServer('hanging', tested.url), { suites: ['protocol'] });
    await waitUntil(() => tested.called.includes('test_simple_text'), LONG_MS);
    expect(await read(runId)).toMatchObject({ status: 'running', attemptCount: 1 });
    await runners[0]!.kill('SIGKILL');
    startRunner('second');
    expect(await finished(runId)).toMatchObject({
      status: 'completed',
      outcome: 'passed',
      attemptCount: 2,
      suites: [{ suite: 'protocol', failed: 0 }],
    });
  },
  LONG_MS,
);

test(
  'cancelling a run ends its suite',
  async () => {
    const tested = await fixture({ only: ['test_simple_text'], hangs: 'test_simple_text' });
    const { runId } = await start(await api.saveServer('endless', tested.url));
    await waitUntil(() => tested.called.includes('test_simple_text'), LONG_MS);
    expect(await api.assay.cancelConformanceRun({ projectId: api.projectId, runId })).toMatchObject({
      status: 'cancelled',
    });
    // The runner is free for the next run.
    const next = await start(await api.saveServer('next', (await fixture({ only: ['test_simple_text'] })).url), {
      suites: ['protocol'],
    });
    expect(await finished(next.runId)).toMatchObject({ outcome: 'passed' });
    expect(await read(runId)).toMatchObject({ status: 'cancelled', outcome: null });
  },
  LONG_MS,
);

test('results that were made elsewhere are kept beside our own', async () => {
  const ingested = await api.assay.reportConformanceRun(
    { projectId: api.projectId },
    {
      externalRunId: 'ci-7',
      source: 'github_action',
      suites: ['protocol'],
      target: { kind: 'github_repo', name: 'printer/mcp' },
      files: {
        'server-ping-2026-11-21T17-45-44-565Z/checks.json': [
          { id: 'ping', status: 'FAILURE', errorMessage: 'No pong.' },
        ],
      },
    },
  );
  expect(ingested).toMatchObject({ ok: true, status: 'completed', outcome: 'failed' });
  expect((await report(ingested.runId)).cases).toMatchObject([
    { scenario: 'ping', checks: [{ errorMessage: 'No pong.' }] },
  ]);
  expect((await api.assay.listConformanceRuns({ projectId: api.projectId }, { limit: 1 })).items).toMatchObject([
    { id: ingested.runId, source: 'github_action', target: { kind: 'github_repo' } },
  ]);
});
