import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { dial } from '@assay/kit/rpc/client';
import { startRuns } from '../../src/app.ts';
import { correctAnswer, runBench } from '../support/run-bench.ts';
import { openRuns, silentLog, testCaller, type RunsFixture } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { start, take, leased, cancel } = runBench(() => runs);

/** Reads a run with a preferred wait; its status, its finished trials and the applied preference. */
async function waitFor(runId: string, preferredWait: string, channel = runs.asUser) {
  const { json, headers } = await channel.call(
    rpcOf(operations.getEvalRun),
    { projectId: 'prj', runId, preferredWait, input: Buffer.alloc(0) },
    { caller: testCaller },
  );
  const { status, summary } = JSON.parse(json.toString()) as { status: string; summary: { passed: number } };
  return [status, summary.passed, headers['Preference-Applied']];
}

/** Begins a wait; it has read the run when an ordinary read that came after it is answered. */
async function waiting(runId: string, preferredWait: string, channel = runs.asUser) {
  const answer = waitFor(runId, preferredWait, channel);
  await waitFor(runId, '', channel);
  return { answer };
}

test('a wait is answered when the run begins, when counts change, and when it ends', async () => {
  const runId = await start({ cases: 2 });
  const begun = await waiting(runId, '20');
  const items = await take(runId);
  expect(await begun.answer).toEqual(['running', 0, 'wait=20']);
  const counted = await waiting(runId, '9');
  await runs.report(items.slice(0, 1), correctAnswer);
  expect(await counted.answer).toEqual(['running', 1, 'wait=9']);
  const over = await waiting(runId, '20');
  await runs.report(items.slice(1), correctAnswer);
  expect(await over.answer).toEqual(['completed', 2, 'wait=20']);
});

test('a wait is at most 20 seconds, and a run that is over is answered at once', async () => {
  const { runId } = await leased();
  await cancel(runId);
  expect(await waitFor(runId, '86400')).toEqual(['cancelled', 0, 'wait=20']);
  expect(await waitFor(runId, '')).toEqual(['cancelled', 0, undefined]);
});

test('a wait without a change ends with its time', async () => {
  const { runId } = await leased();
  expect(await waitFor(runId, '0')).toEqual(['running', 0, 'wait=0']);
  await cancel(runId);
});

test('a run of another project is not found, at once', async () => {
  await expect(waitFor('run_x', '20')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a wait hears of changes by another replica', async () => {
  const other = await startRuns(runs.config, silentLog);
  const channel = dial(other.address, runs.config.meshSecret, 'gateway');
  try {
    const runId = await start({ cases: 1 });
    const begun = await waiting(runId, '20', channel);
    const items = await take(runId);
    expect(await begun.answer).toEqual(['running', 0, 'wait=20']);
    const over = await waiting(runId, '20', channel);
    await runs.report(items, correctAnswer);
    expect(await over.answer).toEqual(['completed', 1, 'wait=20']);
  } finally {
    channel.close();
    await other.stop();
  }
});
