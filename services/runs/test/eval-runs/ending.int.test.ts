import { gzipSync } from 'node:zlib';
import { ProjectDeleted } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import { Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { createLog } from '@assay/kit/log';
import { transaction } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import { waitUntil } from '@assay/testkit/until';
import { timeOutRun } from '../../src/actions/eval-runs/end-run.ts';
import { endGradingWait } from '../../src/actions/judges/end-grading-wait.ts';
import { endOverdueRuns } from '../../src/background/watchdog.ts';
import { runBench, publishedEnds, correctAnswer } from '../support/run-bench.ts';
import { silentLog, openRuns, echoTranscript, type RunsFixture, type HeldItem } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { leased, take, read, cancel, iterations } = runBench(() => runs);

describe('cancelling', () => {
  test('stops work under way, keeps finished iterations, and can be repeated', async () => {
    const { runId, items } = await leased({ cases: 3 });
    await runs.report(items.slice(0, 1), correctAnswer);
    const first = await cancel(runId);
    expect(first).toMatchObject({
      status: 'cancelled',
      result: null,
      verdict: 'notEstablished',
      undecided: { reason: 'runStatusNotAVerdict' },
      summary: { passed: 1 },
    });
    expect(await cancel(runId)).toEqual(first);
    expect(await runs.beat(items.slice(1))).toHaveLength(2);
    expect((await iterations(runId)).map(({ status, result }) => [status, result])).toEqual([
      ['completed', 'passed'],
      ['cancelled', null],
      ['cancelled', null],
    ]);
  });

  test('keeps the evidence of stopped work, and counts none of it', async () => {
    const { runId, items } = await leased();
    await cancel(runId);
    const body = gzipSync(
      JSON.stringify({ spans: [], wire: [{ atMs: 1, serverId: 'srv', direction: 'sent', bytes: 2, message: {} }] }),
    );
    expect(
      await runs.report(items, () => echoTranscript('half'), {
        outcome: Outcome.CANCELLED,
        parts: [{ index: 0, body }],
      }),
    ).toHaveLength(1);
    expect(await read(runId)).toMatchObject({ status: 'cancelled', summary: { passed: 0, failed: 0 } });
    expect(
      await runs.call(operations.getEvalIterationTrace, { runId, iterationId: items[0]!.iterationId }),
    ).toMatchObject({ toolCalls: [{ toolName: 'echo' }], wire: [{ direction: 'sent' }] });
  });

  test('after the end is a conflict', async () => {
    const { runId, items } = await leased();
    await runs.report(items, correctAnswer);
    await expect(cancel(runId)).rejects.toMatchObject({ code: 'CONFLICT', details: { status: 'completed' } });
  });

  test('and a concurrent last report leave one end', async () => {
    for (let i = 0; i < 5; i++) {
      const { runId, items } = await leased();
      await Promise.allSettled([runs.report(items, correctAnswer), cancel(runId)]);
      const { status, summary } = await read(runId);
      expect([
        ['completed', 1],
        ['cancelled', 0],
      ]).toContainEqual([status, summary.passed]);
      expect(await publishedEnds(runs, runId)).toBe(1);
    }
  });

  test('never deadlocks with heartbeats, leases and reports of the same run', async () => {
    for (let i = 0; i < 5; i++) {
      const { runId, items } = await leased({ cases: 40 });
      const answers = await Promise.allSettled([
        runs.beat(items.toReversed()),
        cancel(runId),
        take(runId, 'r2'),
        runs.report(items.slice(0, 20), correctAnswer),
        runs.beat(items),
      ]);
      expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
      expect(await read(runId)).toMatchObject({ status: 'cancelled' });
    }
  });
});

test('a run beyond its time limit is stopped and says so, and keeps its evidence', async () => {
  const { runId, items } = await leased();
  await runs.db.pool.query(`update runs set deadline_at = now() - interval '1 s' where id = $1`, [runId]);
  await endOverdueRuns(runs.db.pool, silentLog);
  expect(await read(runId)).toMatchObject({ status: 'timed_out', result: null, verdict: 'notEstablished' });
  expect((await iterations(runId))[0]).toMatchObject({ status: 'timed_out' });
  await runs.report(items, () => echoTranscript('half'), { outcome: Outcome.CANCELLED });
  expect(
    await runs.call(operations.getEvalIterationTrace, { runId, iterationId: items[0]!.iterationId }),
  ).toMatchObject({ toolCalls: [{ toolName: 'echo' }] });
});

describe('the reason and the counts of a run that is ended before its trials are over', () => {
  /** A run of three trials, of which one has passed. */
  const halfDone = async () => {
    const { runId, items } = await leased({ cases: 3 });
    await runs.report(items.slice(0, 1), correctAnswer);
    return runId;
  };
  const counts = async (runId: string) => (await read(runId)).summary;
  const ended = async (runId: string) =>
    (await iterations(runId))
      .filter(({ result }) => result !== 'passed')
      .map(({ status, errorCode, error, failureSource }) => ({ status, errorCode, error, failureSource }));

  test('name the time limit, and each trial has a code and a message', async () => {
    const runId = await halfDone();
    await runs.db.pool.query(`update runs set deadline_at = now() - interval '1 s' where id = $1`, [runId]);
    await endOverdueRuns(runs.db.pool, silentLog);
    const run = await read(runId);
    expect(run).toMatchObject({
      status: 'timed_out',
      stopped: { code: 'RUN_TIME_LIMIT', message: expect.stringContaining('MAX_RUN_MINUTES') },
      undecided: { reason: 'runStatusNotAVerdict', detail: run.stopped!.message },
      summary: { total: 1, passed: 1, failed: 0, excluded: 2, skipped: 0 },
    });
    const { code: errorCode, message: error } = run.stopped!;
    const trial = { status: 'timed_out', errorCode, error, failureSource: 'platform' };
    expect(await ended(runId)).toEqual([trial, trial]);
  });

  test('add up after a cancellation, too', async () => {
    const runId = await halfDone();
    await cancel(runId);
    expect(await counts(runId)).toMatchObject({ total: 1, passed: 1, failed: 0, excluded: 2, skipped: 0 });
    expect(await ended(runId)).toMatchObject([
      { status: 'cancelled', errorCode: 'CANCELLED', error: expect.stringContaining('cancelled') },
      { status: 'cancelled', errorCode: 'CANCELLED' },
    ]);
  });
});

test('runs that cannot be ended are one line of the log, and one when they can be ended again', async () => {
  const lines: { msg: string; runId?: string; failures?: number }[] = [];
  const log = createLog('test', 'warn', { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) });
  const { pool } = runs.db;
  const runIds = [(await leased()).runId, (await leased()).runId];
  await pool.query(`update runs set deadline_at = now() - interval '1 s' where id = any($1)`, [runIds]);
  await pool.query(`alter table runs add constraint no_end check (status <> 'timed_out') not valid`);
  for (let pass = 0; pass < 3; pass++) await endOverdueRuns(pool, log);
  expect(lines).toMatchObject([{ msg: 'an overdue run could not be ended', runId: expect.any(String) }]);
  await pool.query('alter table runs drop constraint no_end');
  await endOverdueRuns(pool, log);
  expect(lines.slice(1)).toMatchObject([{ msg: 'overdue runs are ended again', failures: 6 }]);
  for (const runId of runIds) expect(await read(runId)).toMatchObject({ status: 'timed_out' });
});

test('a run whose deadline was extended meanwhile is not stopped', async () => {
  const { runId, items } = await leased();
  expect(await timeOutRun(runs.db.pool, runId)).toBeUndefined();
  expect(await runs.beat(items)).toEqual([]);
});

test('the keys of a run are deleted with its end, in every way of ending', async () => {
  const ends: ((runId: string, items: HeldItem[]) => Promise<unknown>)[] = [
    (_, items) => runs.report(items, correctAnswer),
    (runId) => cancel(runId),
    async (runId) => {
      await runs.db.pool.query(`update runs set deadline_at = now() - interval '1 s' where id = $1`, [runId]);
      await endOverdueRuns(runs.db.pool, silentLog);
    },
  ];
  for (const end of ends) {
    const { runId, items } = await leased();
    await runs.db.pool.query(`update runs set sealed_models = 'sealed' where id = $1`, [runId]);
    await end(runId, items);
    expect((await runs.db.pool.query('select sealed_models from runs where id = $1', [runId])).rows).toEqual([
      { sealed_models: null },
    ]);
  }
});

describe('a run that waits for its judge', () => {
  /** The state after the last iteration, with a gating judgement pending. */
  const grading = async (until: string) => {
    const { runId, items } = await leased();
    await runs.report(items, correctAnswer);
    // In one transaction: the watchdog ends the wait of a run without a pending judgement.
    await transaction(runs.db.pool, async (tx) => {
      await tx.query(
        `update runs set status = 'grading', result = null, completed_at = null, deadline_at = now() - interval '1 s', grading_until = now() + $2::interval where id = $1`,
        [runId, until],
      );
      await tx.query(
        `
        insert into judgements (id, run_id, number, gating, standing, model, threshold, judge_version, total) values ($1, $1, 1, true, 'measured', 'scripted/rules', 0.7, 'v', 1)`,
        [runId],
      );
      await tx.query('insert into opinions (judgement_id, iteration_id) values ($1, $2)', [
        runId,
        items[0]!.iterationId,
      ]);
    });
    return runId;
  };
  const pendingJudgements = async (runId: string) =>
    (await runs.db.pool.query(`select from judgements where run_id = $1 and status = 'pending'`, [runId])).rowCount;

  test('is not over, has no time limit meanwhile, and cancelling it drops the judgement', async () => {
    const runId = await grading('1 min');
    await endOverdueRuns(runs.db.pool, silentLog);
    expect(await read(runId)).toMatchObject({
      status: 'grading',
      verdict: 'notEstablished',
      undecided: { reason: 'runNotTerminal' },
    });
    expect(await pendingJudgements(runId)).toBe(1);
    expect(await cancel(runId)).toMatchObject({ status: 'cancelled', result: null, verdict: 'notEstablished' });
    expect(await pendingJudgements(runId)).toBe(0);
  });

  test('ends when there is no pending judgement', async () => {
    const runId = await grading('1 min');
    await runs.db.pool.query('delete from judgements where run_id = $1', [runId]);
    await endOverdueRuns(runs.db.pool, silentLog);
    expect(await read(runId)).toMatchObject({ status: 'completed', result: 'passed' });
  });

  test('waits on when its wait was extended meanwhile', async () => {
    const runId = await grading('1 min');
    await endGradingWait(runs.db.pool, runId);
    await timeOutRun(runs.db.pool, runId);
    expect(await read(runId)).toMatchObject({ status: 'grading' });
    expect(await pendingJudgements(runId)).toBe(1);
    await cancel(runId);
  });

  test('ends without it when it is late, and says that its iterations could not be judged', async () => {
    const runId = await grading('-1 s');
    await Promise.all([endOverdueRuns(runs.db.pool, silentLog), endOverdueRuns(runs.db.pool, silentLog)]);
    expect(await read(runId)).toMatchObject({
      status: 'completed',
      result: null,
      undecided: {
        reason: 'runResultNotAVerdict',
        detail: '1 of 1 trials say nothing about the server: 1 could not be judged.',
      },
    });
    expect(await pendingJudgements(runId)).toBe(0);
  });
});

test('a deleted project deletes its runs, and their runners are told to stop', async () => {
  const { runId, items } = await leased();
  await runs.db.pool.query(`update runs set project_id = 'doomed' where id = $1`, [runId]);
  await transaction(runs.db.pool, (tx) =>
    publish(tx, ProjectDeleted, { projectId: 'doomed', organizationId: 'org', deletedAtMs: 1 }),
  );
  await waitUntil(async () => (await runs.db.pool.query('select from runs where id = $1', [runId])).rowCount === 0);
  expect(await runs.beat(items)).toEqual([items[0]!.iterationId]);
});
