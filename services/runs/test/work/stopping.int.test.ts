import { operations } from '@assay/contract/operations';
import { Blame, Outcome, type RunStop } from '@assay/mesh/gen/assay/v1/iterations';
import { watchAll, runBench, nineAtATime, publishedEnds, correctAnswer } from '../support/run-bench.ts';
import { openRuns, promptCase, echoTranscript, type RunsFixture, type HeldItem } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { leased, take, read, iterations, expire } = runBench(() => runs);

const stopped: RunStop = {
  code: 'PROVIDER_QUOTA_EXHAUSTED',
  message: 'The quota of openai is used up.',
  resetsAtMs: 1_900_000_000_000,
  budgetId: '',
};
const block = (items: HeldItem[], stop: Partial<RunStop> = {}) =>
  runs.report(items, () => echoTranscript(''), {
    outcome: Outcome.BLOCKED,
    blame: Blame.PROVIDER,
    errorCode: stop.code ?? stopped.code,
    stop: { ...stopped, ...stop },
  });

test('a run that cannot go on ends at once without a verdict, with the reason', async () => {
  const { runId, items } = await leased({ cases: 4 });
  await runs.db.pool.query(`update runs set sealed_models = 'sealed' where id = $1`, [runId]);
  await runs.report(items.slice(0, 1), correctAnswer);
  expect(await block(items.slice(1, 2))).toEqual([]);
  expect(await read(runId)).toMatchObject({
    status: 'failed',
    result: null,
    verdict: 'notEstablished',
    undecided: { reason: 'runStatusNotAVerdict', detail: stopped.message },
    summary: { total: 1, passed: 1, failed: 0 },
    stopped: { code: stopped.code, message: stopped.message, resetsAt: stopped.resetsAtMs },
  });
  expect((await iterations(runId)).map(({ status }) => status)).toEqual(['completed', 'skipped', 'skipped', 'skipped']);
  expect(await runs.beat(items.slice(2))).toHaveLength(2);
  const {
    rows: [row],
  } = await runs.db.pool.query('select sealed_models, skipped, finished from runs where id = $1', [runId]);
  expect(row).toEqual({ sealed_models: null, skipped: 3, finished: 4 });
});

test('a run that cannot go on keeps evidence of work under way, and counts none of it', async () => {
  const { runId, items } = await leased({ cases: 2 });
  await block(items.slice(0, 1));
  expect(await runs.report(items.slice(1), correctAnswer)).toHaveLength(1);
  expect(await read(runId)).toMatchObject({ status: 'failed', summary: { total: 0, passed: 0, failed: 0 } });
  expect(
    await runs.call(operations.getEvalIterationTrace, { runId, iterationId: items[1]!.iterationId }),
  ).toMatchObject({ toolCalls: [{ toolName: 'echo' }] });
});

test('a run that cannot go on ends once, with the first of two reasons', async () => {
  for (let i = 0; i < 5; i++) {
    const { runId, items } = await leased({ cases: 3 });
    const refused = await Promise.all([
      block(items.slice(0, 1), { code: 'BUDGET_EXHAUSTED', message: 'first', budgetId: 'bud_1' }),
      block(items.slice(1, 2), { message: 'second' }),
    ]);
    expect(refused.flat()).toHaveLength(1);
    const isFirst = refused[0].length === 0;
    expect(await read(runId)).toMatchObject({
      status: 'failed',
      stopped: isFirst
        ? { code: 'BUDGET_EXHAUSTED', message: 'first', budgetId: 'bud_1' }
        : { code: stopped.code, message: 'second' },
    });
    expect(await publishedEnds(runs, runId)).toBe(1);
  }
});

test('a run that cannot go on ends once among other reports and expired leases', async () => {
  for (let i = 0; i < 5; i++) {
    const { runId, items } = await leased({ cases: 12 });
    await runs.db.pool.query('update iterations set attempts = 3 where run_id = $1', [runId]);
    await expire(items.slice(8));
    const answers = await Promise.allSettled([
      runs.report(items.slice(0, 4), correctAnswer),
      block(items.slice(4, 5)),
      watchAll(runs),
      runs.report(items.slice(5, 8), correctAnswer),
    ]);
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await read(runId)).toMatchObject({ status: 'failed', result: null });
    const {
      rows: [row],
    } = await runs.db.pool.query<Record<string, number>>(
      'select total, finished, passed, failed, excluded, skipped from runs where id = $1',
      [runId],
    );
    expect([row!.finished, row!.passed! + row!.failed! + row!.excluded! + row!.skipped!]).toEqual([12, 12]);
    const {
      rows: [open],
    } = await runs.db.pool.query(
      `select count(*)::int as open, count(distinct seq)::int as numbered from iterations where run_id = $1 and status not in ('pending', 'running')`,
      [runId],
    );
    expect(open).toEqual({ open: 12, numbered: 12 });
    expect(await publishedEnds(runs, runId)).toBe(1);
  }
});

test('a run that cannot go on is not ended again by its deadline', async () => {
  const { runId, items } = await leased({ cases: 2 });
  await block(items.slice(0, 1));
  await runs.db.pool.query(`update runs set deadline_at = now() - interval '1 s' where id = $1`, [runId]);
  await watchAll(runs);
  expect(await read(runId)).toMatchObject({ status: 'failed', stopped: { code: stopped.code } });
});

test('a run that cannot go on ignores the report of a runner without its lease', async () => {
  const { runId, items } = await leased({ cases: 2 });
  await expire(items);
  const again = await take(runId, 'r2');
  expect(await block(items.slice(0, 1))).toHaveLength(1);
  expect(await read(runId)).toMatchObject({ status: 'running' });
  await runs.report(again, correctAnswer);
  expect(await read(runId)).toMatchObject({ status: 'completed', result: 'passed' });
});

test('a run that cannot go on never deadlocks with heartbeats of its iterations', async () => {
  for (let i = 0; i < 8; i++) {
    const { runId, items } = await leased({ cases: 60 });
    const beats = () => Array.from({ length: 6 }, () => () => runs.beat(items));
    const answers = await nineAtATime([
      ...beats(),
      () => block(items.slice(-1)),
      ...beats(),
      () => block(items.slice(30, 31)),
      ...beats(),
    ]);
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(await read(runId)).toMatchObject({ status: 'failed' });
  }
});

describe('a provider that fails for one trial after the other', () => {
  const failed = {
    outcome: Outcome.FAILED,
    blame: Blame.PROVIDER,
    errorCode: 'TIMEOUT',
    errorMessage: 'It is silent.',
  };
  const modelled = { cases: [promptCase('c1', { iterations: 6 })] };

  test('stops the run with the third of them', async () => {
    const { runId, items } = await leased(modelled);
    await runs.report(items.slice(0, 1), correctAnswer);
    await runs.report(items.slice(1, 3), () => echoTranscript(''), failed);
    expect(await read(runId)).toMatchObject({ status: 'running' });
    await runs.report(items.slice(3, 4), () => echoTranscript(''), failed);
    expect(await read(runId)).toMatchObject({
      status: 'failed',
      verdict: 'notEstablished',
      stopped: {
        code: 'PROVIDER_UNAVAILABLE',
        message: '3 trials in a row failed because of the provider of "scripted/rules". It is silent.',
      },
    });
    expect((await iterations(runId)).filter(({ status }) => status === 'skipped')).toHaveLength(2);
  });

  test('does not stop a run whose trials succeed in between', async () => {
    const { runId, items } = await leased(modelled);
    await runs.report(items.slice(0, 2), () => echoTranscript(''), failed);
    await runs.report(items.slice(2, 3), correctAnswer);
    await runs.report(items.slice(3, 5), () => echoTranscript(''), failed);
    expect(await read(runId)).toMatchObject({ status: 'running' });
    await runs.report(items.slice(5), correctAnswer);
    expect(await read(runId)).toMatchObject({ status: 'completed' });
  });
});
