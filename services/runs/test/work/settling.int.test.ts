import { setTimeout as delay } from 'node:timers/promises';
import { Blame, Outcome, type IterationOutput } from '@assay/mesh/gen/assay/v1/iterations';
import { transaction } from '@assay/kit/postgres/db';
import { terminateBackends } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { lockRun } from '../../src/store/eval-runs/run-life.ts';
import { lockForEnds } from '../../src/store/work/settlements.ts';
import { runBench, nineAtATime, correctAnswer } from '../support/run-bench.ts';
import { echoCase, openRuns, promptCase, echoTranscript, type RunsFixture, type HeldItem } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { leased, take, expire, read, iterations } = runBench(() => runs);
const failing = (blame: Blame, more: Partial<IterationOutput> = {}): Partial<IterationOutput> => ({
  outcome: Outcome.FAILED,
  blame,
  errorCode: 'TARGET_ERROR',
  errorMessage: 'down',
  ...more,
});
const seqs = async (runId: string) =>
  (
    await runs.db.pool.query<{ seq: number }>('select seq from iterations where run_id = $1 order by seq', [runId])
  ).rows.map(({ seq }) => seq);

test('reports are graded, counted and end in a verdict with reasons', async () => {
  const { runId, items } = await leased({ cases: 4, minimumAccuracy: 75 });
  expect(await read(runId)).toMatchObject({ status: 'running' });
  expect(await runs.report(items.slice(0, 3), correctAnswer)).toEqual([]);
  expect(await read(runId)).toMatchObject({
    status: 'running',
    summary: { passed: 3, failed: 0 },
    verdict: 'notEstablished',
  });
  expect(await runs.report(items.slice(3), () => echoTranscript('something else'))).toEqual([]);
  expect(await read(runId)).toMatchObject({
    status: 'completed',
    result: 'passed',
    verdict: 'passed',
    summary: { total: 4, passed: 3, failed: 1, passRate: 0.75 },
  });
  expect((await iterations(runId))[3]).toMatchObject({
    status: 'completed',
    result: 'failed',
    durationMs: 3,
    error: null,
    checks: [
      {
        type: 'toolResultContains',
        source: 'step',
        stepId: 'check',
        status: 'failed',
        role: 'gating',
        reason: expect.stringContaining('c3'),
      },
    ],
    actualToolCalls: [{ toolName: 'echo' }],
    steps: [
      { stepId: 'call', status: 'ok' },
      { stepId: 'check', status: 'fail' },
    ],
  });
});

test('an iteration that is reported under an old and a new lease at once counts once', async () => {
  const {
    runId,
    items: [lost, kept],
  } = await leased({ cases: 2 });
  await expire([lost!]);
  const [again] = await take(runId);
  expect(again).toMatchObject({ iterationId: lost!.iterationId, fence: expect.not.stringContaining(lost!.fence) });
  expect(await runs.report([again!, again!, lost!, kept!], correctAnswer)).toEqual([]);
  expect(await read(runId)).toMatchObject({
    status: 'completed',
    result: 'passed',
    summary: { total: 2, passed: 2, failed: 0 },
  });
  expect(await seqs(runId)).toEqual([1, 2]);
});

test('below the required accuracy the run fails', async () => {
  const { runId, items } = await leased({ cases: 2 });
  await runs.report(items, (item) => echoTranscript(item === items[0] ? 'c0' : 'wrong'));
  expect(await read(runId)).toMatchObject({ status: 'completed', result: 'failed' });
});

describe('an iteration that did not complete', () => {
  test.each<[string, Partial<IterationOutput>, object]>([
    [
      'because of the server counts as failed',
      failing(Blame.SERVER),
      { result: 'failed', summary: { total: 5, passed: 4, failed: 1, passRate: 0.8 } },
    ],
    [
      'for an unknown reason counts as failed',
      failing(Blame.UNSPECIFIED),
      { result: 'failed', summary: { total: 5, passed: 4, failed: 1 } },
    ],
    [
      'because of the provider is left out',
      failing(Blame.PROVIDER),
      { result: 'passed', summary: { total: 4, passed: 4, failed: 0, passRate: 1 } },
    ],
    [
      'because of this installation is left out',
      failing(Blame.PLATFORM, { outcome: Outcome.TIMED_OUT }),
      { result: 'passed', summary: { total: 4, passed: 4, failed: 0 } },
    ],
    [
      'because of the cassette is left out',
      failing(Blame.CASSETTE, { outcome: Outcome.SETUP_FAILED }),
      { result: 'passed', summary: { total: 4, passed: 4, failed: 0 } },
    ],
  ])('%s', async (_, more, expected) => {
    const { runId, items } = await leased({ cases: 5 });
    await runs.report(items.slice(0, 4), correctAnswer);
    await runs.report(items.slice(4), () => echoTranscript(''), more);
    expect(await read(runId)).toMatchObject({ status: 'completed', ...expected });
  });
});

test('an iteration with an evaluator error is left out', async () => {
  const blind = echoCase('blind', { checks: { mode: 'extend', list: [{ type: 'toolNamesUnique' }] } });
  const { runId, items } = await leased({ cases: [...Array.from({ length: 4 }, (_, i) => echoCase(`c${i}`)), blind] });
  await runs.report(items, correctAnswer);
  expect(await read(runId)).toMatchObject({
    status: 'completed',
    result: 'passed',
    summary: { total: 4, passed: 4, failed: 0 },
  });
});

test('a run has no verdict when over a fifth is excluded, and says who is to blame', async () => {
  const { runId, items } = await leased({ cases: 9 });
  await runs.report(items.slice(0, 7), correctAnswer);
  await runs.report(items.slice(7, 8), () => echoTranscript(''), failing(Blame.PROVIDER));
  await runs.report(items.slice(8), () => echoTranscript(''), failing(Blame.PLATFORM));
  expect(await read(runId)).toMatchObject({
    status: 'completed',
    result: null,
    verdict: 'notEstablished',
    summary: { total: 7, passed: 7, failed: 0 },
    undecided: {
      reason: 'runResultNotAVerdict',
      detail:
        '2 of 9 trials say nothing about the server: 1 failed with the provider of the model, 1 failed with this installation.',
    },
  });
});

test('an execution failure differs from a failed check, and has the party to blame', async () => {
  const { runId, items } = await leased();
  await runs.report(items, () => ({ ...echoTranscript(''), error: { code: 'SERVER_UNREACHABLE', message: 'down' } }), {
    outcome: Outcome.SETUP_FAILED,
    errorCode: 'SERVER_UNREACHABLE',
    errorMessage: 'down',
    blame: Blame.SERVER,
  });
  expect((await iterations(runId))[0]).toMatchObject({
    status: 'setup_failed',
    result: null,
    error: 'down',
    errorCode: 'SERVER_UNREACHABLE',
    failureSource: 'server',
  });
});

test("a server's message is stored without the characters that Postgres cannot store", async () => {
  const { runId, items } = await leased();
  expect(
    await runs.report(items, () => echoTranscript(''), failing(Blame.SERVER, { errorMessage: 'before\0after' })),
  ).toEqual([]);
  expect((await iterations(runId))[0]).toMatchObject({ status: 'failed', error: 'beforeafter' });
});

test.each<[string, Partial<IterationOutput>]>([
  ['a transcript that is none', { transcript: Buffer.from('{}') }],
  [
    'a transcript of which no step has a kind',
    { transcript: Buffer.from('{"version":1,"messages":[],"userMessages":0,"toolCalls":[null],"steps":[]}') },
  ],
  ['no transcript of an iteration that completed', { transcript: Buffer.alloc(0) }],
  ['a transcript that breaks off', { transcript: Buffer.from('{"version":1,') }],
  ['a time before its beginning', { durationMs: -1 }],
  ['a time that no column holds', { durationMs: 2 ** 40 }],
  ['more tokens than there are', { usage: { inputTokens: 2 ** 40, outputTokens: 0, cachedInputTokens: 0, calls: 1 } }],
])('a report with %s ends only its own iteration, with the platform to blame', async (_, malformed) => {
  const { runId, items } = await leased({ cases: 5 });
  expect(await runs.report(items, correctAnswer, (item) => (item === items[1] ? malformed : {}))).toEqual([]);
  expect((await iterations(runId))[1]).toMatchObject({
    status: 'failed',
    result: null,
    errorCode: 'INVALID_REPORT',
    failureSource: 'platform',
  });
  expect(await read(runId)).toMatchObject({
    status: 'completed',
    result: 'passed',
    summary: { total: 4, passed: 4, failed: 0, excluded: 1 },
  });
});

test('an error code is stored without the characters that Postgres cannot store', async () => {
  const { runId, items } = await leased();
  expect(await runs.report(items, () => echoTranscript(''), failing(Blame.SERVER, { errorCode: 'BAD\0CODE' }))).toEqual(
    [],
  );
  expect((await iterations(runId))[0]).toMatchObject({ status: 'failed', errorCode: 'BADCODE' });
});

test('usage that a provider did not report is unknown, and so is the price of its trial', async () => {
  const { runId, items } = await leased({ cases: 2 });
  const usage = { inputTokens: 100, outputTokens: 20, cachedInputTokens: 0, calls: 2 };
  await runs.report(items.slice(0, 1), correctAnswer, { usage: { ...usage, costMicros: 1_500 } });
  await runs.report(items.slice(1), correctAnswer, { usage: { ...usage, isUnreported: true } });
  expect((await iterations(runId)).map((each) => each.usage?.totalTokens ?? each.usage)).toEqual([120, null]);
  expect((await read(runId)).usage).toMatchObject({
    totalTokens: 120,
    modelCalls: 4,
    coverage: { costed: 1, total: 2 },
  });
});

test('the usage of models is counted, and its cost when it is known', async () => {
  const { runId, items } = await leased({ cases: 3 });
  const usage = { inputTokens: 100, outputTokens: 20, cachedInputTokens: 0, calls: 2 };
  await runs.report(items.slice(0, 1), correctAnswer, { usage: { ...usage, costMicros: 1_500 } });
  await runs.report(items.slice(1, 2), correctAnswer, { usage });
  await runs.report(items.slice(2), correctAnswer);
  const {
    rows: [row],
  } = await runs.db.pool.query(
    'select input_tokens, output_tokens, model_calls, cost_micros, metered, costed from runs where id = $1',
    [runId],
  );
  expect(row).toEqual({
    input_tokens: '200',
    output_tokens: '40',
    model_calls: 4,
    cost_micros: '1500',
    metered: 2,
    costed: 1,
  });
  expect((await iterations(runId)).map(({ usage: used }) => used)).toEqual([
    { inputTokens: 100, outputTokens: 20, totalTokens: 120, modelCalls: 2, costUsd: 0.0015 },
    { inputTokens: 100, outputTokens: 20, totalTokens: 120, modelCalls: 2, costUsd: null },
    null,
  ]);
});

describe('iterations are numbered as they end, without gaps,', () => {
  test('also when they are reported in parallel, twice, and late', async () => {
    const { runId, items } = await leased({ cases: 30 });
    const answers = await nineAtATime(
      items.flatMap((item, i) => [
        () => runs.report([item, item], correctAnswer),
        () => runs.report([items[(i + 7) % 30]!, item], correctAnswer),
      ]),
    );
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await seqs(runId)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    expect(await read(runId)).toMatchObject({ status: 'completed', summary: { total: 30, passed: 30 } });
  });

  test('also when they end with their run', async () => {
    const { runId, items } = await leased({ cases: 4 });
    await runs.report(items.slice(2, 3), correctAnswer);
    await runBench(() => runs).cancel(runId);
    expect(await seqs(runId)).toEqual([1, 2, 3, 4]);
  });
});

test('heartbeats and reports of the same iterations never deadlock', async () => {
  const { items } = await leased({ cases: 40 });
  const reversed = items.toReversed();
  const answers = await nineAtATime(
    items.flatMap((item, i) => [
      () => runs.beat(i % 2 ? items : reversed),
      () => runs.report([item, ...reversed.slice(0, 5)], correctAnswer),
    ]),
  );
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('no iteration is locked before its run', async () => {
  const { runId, items } = await leased({ cases: 2 });
  const { pool } = runs.db;
  const ids = items.map(({ iterationId }) => iterationId);
  let locking: Promise<boolean> | undefined;
  await transaction(pool, async (tx) => {
    await lockRun(tx, runId);
    locking = transaction(pool, (other) => lockForEnds(other, runId, ids, true));
    await waitUntil(
      async () =>
        (
          await pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount === 1,
    );
    const free = await tx.query('select from iterations where run_id = $1 for update skip locked', [runId]);
    expect(free.rowCount).toBe(2);
  });
  expect(await locking).toBe(true);
});

test("a run's events reach the bus in order, each once", async () => {
  const { runId, items } = await leased({ cases: 2 });
  await runs.report(items, correctAnswer);
  const published = await waitUntil(async () => {
    const { rows } = await runs.bus.pool.query<{ event_id: string }>(
      'select event_id from messages where key = $1 order by position',
      [runId],
    );
    return rows.length === 2 && rows.map(({ event_id: id }) => id);
  });
  expect(published).toEqual([`${runId}.RunCreated`, `${runId}.RunFinished`]);
});

test('requests fail cleanly while Postgres cuts connections, and nothing is lost or doubled', async () => {
  const { runId, items } = await leased({ cases: 20 });
  const outcomes = new Set<string>();
  const insist = async (item: HeldItem) => {
    for (;;) {
      try {
        return await runs.report([item], correctAnswer);
      } catch (error) {
        outcomes.add((error as { code: string }).code);
        await delay(20);
      }
    }
  };
  // Nothing is stored before the first cut.
  const holder = await runs.db.pool.connect();
  await holder.query('begin');
  await holder.query('select from runs where id = $1 for update', [runId]);
  const reporting = Promise.all(items.map(insist));
  await waitUntil(
    async () =>
      (
        await runs.db.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount! > 0,
  );
  for (let i = 0; i < 5; i++) {
    await terminateBackends(runs.db);
    await delay(10);
  }
  holder.release(true);
  await reporting;
  await waitUntil(async () => (await read(runId)).status === 'completed');
  expect(await read(runId)).toMatchObject({ summary: { total: 20, passed: 20, failed: 0 } });
  expect([...outcomes]).toEqual(['UNAVAILABLE']);
});

test('the usage of a trial and its run counts the attempts of runners that vanished', async () => {
  const modelled = [promptCase('c1')];
  const {
    runId,
    items: [lost],
  } = await leased({ cases: modelled });
  await expire([lost!]);
  runs.world.models.earlierAttempts.set(lost!.iterationId, {
    calls: 2,
    inputTokens: 300,
    outputTokens: 40,
    costMicros: 500,
  });
  const usage = { inputTokens: 100, outputTokens: 10, cachedInputTokens: 0, calls: 1, costMicros: 1_500 };
  await runs.report(await take(runId, 'r2'), correctAnswer, { usage });
  const all = { inputTokens: 400, outputTokens: 50, modelCalls: 3, costUsd: 0.002 };
  expect([await read(runId), (await iterations(runId))[0]]).toMatchObject([{ usage: all }, { usage: all }]);
});

test('the usage of a trial is its own when its first runner still reports it', async () => {
  const { runId, items } = await leased({ cases: [promptCase('c1')] });
  runs.world.models.earlierAttempts.set(items[0]!.iterationId, {
    calls: 2,
    inputTokens: 300,
    outputTokens: 40,
    costMicros: undefined,
  });
  const usage = { inputTokens: 100, outputTokens: 10, cachedInputTokens: 0, calls: 1, costMicros: 1_500 };
  await runs.report(items, correctAnswer, { usage });
  expect(await read(runId)).toMatchObject({ usage: { inputTokens: 100, costUsd: 0.0015 } });
});
