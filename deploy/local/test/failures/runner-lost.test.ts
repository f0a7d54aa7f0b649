import { RunCreated, RunFinished } from '@assay/mesh/events';
import { waitUntil } from '@assay/testkit/until';
import { toolCall, type Api } from '../support/api.ts';
import { startHoldingServer, type HoldingServer } from '../support/holding-server.ts';
import { launchRunner, type LaunchedProcess } from '../support/launch.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

const TRIALS = 6;
const SLOTS = 2;

let platform: Installation;
let holding: HoldingServer;
let api: Api;
let runners: Record<'a' | 'b', LaunchedProcess>;
let suiteId: string;

beforeAll(async () => {
  // The runner of the platform's process takes nothing.
  [platform, holding] = await Promise.all([
    startInstallation({ RUNNER_SLOTS: '0', LEASE_MS: '8000' }),
    startHoldingServer(),
  ]);
  ({ api } = platform);
  const serverId = await api.saveServer('printer', holding.url);
  const test = { title: 'takes a while', steps: [toolCall('call', 'printer', 'print')], runs: TRIALS };
  ({ suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'slow',
      serverIds: [serverId],
      tests: [test],
    },
  ));
});
beforeEach(() => {
  const start = (name: string) =>
    launchRunner({ ...platform.runnerEnv, RUNNER_NAME: name, RUNNER_SLOTS: String(SLOTS), LOG_LEVEL: 'error' });
  runners = { a: start('a'), b: start('b') };
});
afterEach(() => Promise.all(Object.values(runners).map((runner) => runner.kill('SIGKILL'))));
afterAll(async () => {
  await platform.stop();
  await holding.stop();
});

const rows = async <Row extends object>(text: string, ...values: string[]): Promise<Row[]> =>
  (await platform.pool.query<Row>(text, values)).rows;
const heldBy = (name: string) =>
  rows<{ id: string }>(`select id from runs.iterations where status = 'running' and runner_id like $1`, `${name}/%`);

/**
 * Starts a run and waits until both runners hold as many unanswered calls as they can; returns the run and the
 * iterations of the first runner.
 */
async function runInBothHands(): Promise<{ runId: string; held: string[] }> {
  const before = holding.started;
  holding.hold();
  const runId = await api.startRun({ suiteId });
  await waitUntil(() => holding.started === before + 2 * SLOTS, 60_000);
  const held = await heldBy('a');
  expect(held).toHaveLength(SLOTS);
  return { runId, held: held.map(({ id }) => id) };
}

/** Checks that every trial has one result; the trials in `again` were given to two runners. */
async function holdsEveryTrialOnce(runId: string, again: string[]): Promise<void> {
  expect(await api.finishedRun(runId, 60_000)).toMatchObject({
    status: 'completed',
    result: 'passed',
    summary: { total: TRIALS, passed: TRIALS, failed: 0 },
  });
  const iterations = await api.iterations(runId);
  expect(iterations.map(({ status, result }) => [status, result])).toEqual(
    Array.from({ length: TRIALS }, () => ['completed', 'passed']),
  );
  for (const { id } of iterations) expect((await api.trace(runId, id)).toolCalls).toHaveLength(1);
  const leased = await rows<{ id: string; attempts: number }>(
    'select id, attempts from runs.iterations where run_id = $1',
    runId,
  );
  expect(
    leased
      .filter(({ attempts }) => attempts === 2)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...again].sort());
  expect(leased.filter(({ attempts }) => attempts === 1)).toHaveLength(TRIALS - again.length);
}

const newsOf = (runId: string) =>
  rows<{ type: string; count: number }>(
    'select type, count(*)::int from bus.messages where key = $1 group by type order by type',
    runId,
  );

test('the work of a killed runner is done by another one, each trial counted once', async () => {
  const before = holding.started;
  const { runId, held } = await runInBothHands();
  await runners.a.kill('SIGKILL');
  holding.letGo();
  await holdsEveryTrialOnce(runId, held);
  expect(holding.started - before).toBe(TRIALS + SLOTS);
  const { totals } = await waitUntil(async () => {
    const {
      items: [suite],
    } = await api.assay.listEvalSuites({ projectId: api.projectId });
    return suite!.totals.runs === 1 && suite!;
  });
  expect(totals).toMatchObject({ passed: TRIALS, failed: 0 });
  expect(await newsOf(runId)).toEqual([
    { type: RunCreated.type, count: 1 },
    { type: RunFinished.type, count: 1 },
  ]);
});

test('a late report of a runner that was believed dead changes nothing, and it takes new work', async () => {
  const { runId, held } = await runInBothHands();
  process.kill(runners.a.pid, 'SIGSTOP');
  holding.letGo();
  await holdsEveryTrialOnce(runId, held);
  const finished = [await api.run(runId), await api.iterations(runId)];
  process.kill(runners.a.pid, 'SIGCONT');
  await runners.b.kill('SIGKILL');
  await holdsEveryTrialOnce(await api.startRun({ suiteId }), []);
  expect([await api.run(runId), await api.iterations(runId)]).toEqual(finished);
});
