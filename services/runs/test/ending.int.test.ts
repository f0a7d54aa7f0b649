import { gzipSync } from 'node:zlib';
import { ProjectDeleted } from '@assay/contract/gen/assay/v1/events';
import { Blame, Outcome, type RunStop, type WorkItem } from '@assay/contract/gen/assay/v1/work';
import * as operations from '@assay/contract/operations/runs';
import { transaction } from '@assay/kit/db';
import { publish } from '@assay/kit/outbox';
import { until } from '@assay/testkit/until';
import { watch } from '../src/watchdog.ts';
import { bench, rightly } from './follow.ts';
import { log, openRuns, transcript, type Harness } from './harness.ts';

let runs: Harness;
beforeAll(async () => { runs = await openRuns(); });
afterAll(() => runs.close());

const { leased, take, read, cancel, iterations, expire } = bench(() => runs);
const statusesOf = async (runId: string) => (await iterations(runId)).map(({ status }) => status);
const publishedEnds = async (runId: string) =>
  (await runs.bus.pool.query('select from messages where event_id = $1', [`${runId}.finished`])).rowCount! + (await runs.db.pool.query('select from outbox where event_id = $1', [`${runId}.finished`])).rowCount!;

describe('cancelling', () => {
  test('stops what is under way, keeps what is finished, and can be repeated', async () => {
    const { runId, items } = await leased({ cases: 3 });
    await runs.report(items.slice(0, 1), rightly);
    const first = await cancel(runId);
    expect(first).toMatchObject({ status: 'cancelled', result: null, verdict: 'notEstablished', undecided: { reason: 'runStatusNotAVerdict' }, summary: { passed: 1 } });
    expect(await cancel(runId)).toEqual(first);
    expect(await runs.beat(items.slice(1))).toHaveLength(2);
    expect((await iterations(runId)).map(({ status, result }) => [status, result])).toEqual([['completed', 'passed'], ['cancelled', null], ['cancelled', null]]);
  });

  test('keeps what the stopped runner had seen, and counts none of it', async () => {
    const { runId, items } = await leased();
    await cancel(runId);
    const body = gzipSync(JSON.stringify({ spans: [], wire: [{ atMs: 1, serverId: 'srv', direction: 'sent', bytes: 2, message: {} }] }));
    expect(await runs.report(items, () => transcript('half'), { outcome: Outcome.CANCELLED, parts: [{ index: 0, body }] })).toHaveLength(1);
    expect(await read(runId)).toMatchObject({ status: 'cancelled', summary: { passed: 0, failed: 0 } });
    expect(await runs.call(operations.getEvalIterationTrace, { runId, iterationId: items[0]!.iterationId })).toMatchObject({ toolCalls: [{ toolName: 'echo' }], wire: [{ direction: 'sent' }] });
  });

  test('after the end is a conflict', async () => {
    const { runId, items } = await leased();
    await runs.report(items, rightly);
    await expect(cancel(runId)).rejects.toMatchObject({ code: 'CONFLICT', details: { status: 'completed' } });
  });

  test('and the last report at the same time leave one end', async () => {
    for (let i = 0; i < 5; i++) {
      const { runId, items } = await leased();
      await Promise.allSettled([runs.report(items, rightly), cancel(runId)]);
      const { status, summary } = await read(runId);
      expect([['completed', 1], ['cancelled', 0]]).toContainEqual([status, summary.passed]);
      expect(await publishedEnds(runId)).toBe(1);
    }
  });

  test('among heartbeats, claims and reports of the same run never waits in a circle', async () => {
    for (let i = 0; i < 5; i++) {
      const { runId, items } = await leased({ cases: 40 });
      const answers = await Promise.allSettled([runs.beat(items.toReversed()), cancel(runId), take(runId, 'r2'), runs.report(items.slice(0, 20), rightly), runs.beat(items)]);
      expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
      expect(await read(runId)).toMatchObject({ status: 'cancelled' });
    }
  });
});

describe('a run that cannot go on', () => {
  const stopped: RunStop = { code: 'PROVIDER_QUOTA_EXHAUSTED', message: 'The quota of openai is used up.', resetsAtMs: 1_900_000_000_000, budgetId: '' };
  const block = (items: WorkItem[], stop: Partial<RunStop> = {}) =>
    runs.report(items, () => transcript(''), { outcome: Outcome.BLOCKED, blame: Blame.PROVIDER, errorCode: stop.code ?? stopped.code, stop: { ...stopped, ...stop } });

  test('ends at once without a verdict, no trial counts as failed, and the reason is told', async () => {
    const { runId, items } = await leased({ cases: 4 });
    await runs.db.pool.query(`update runs set sealed_models = 'sealed' where id = $1`, [runId]);
    await runs.report(items.slice(0, 1), rightly);
    expect(await block(items.slice(1, 2))).toEqual([]);
    expect(await read(runId)).toMatchObject({
      status: 'failed', result: null, verdict: 'notEstablished', undecided: { reason: 'runStatusNotAVerdict', detail: stopped.message },
      summary: { total: 1, passed: 1, failed: 0 }, stopped: { code: stopped.code, message: stopped.message, resetsAt: stopped.resetsAtMs },
    });
    expect(await statusesOf(runId)).toEqual(['completed', 'skipped', 'skipped', 'skipped']);
    expect(await runs.beat(items.slice(2))).toHaveLength(2);
    const { rows: [row] } = await runs.db.pool.query('select sealed_models, skipped, finished from runs where id = $1', [runId]);
    expect(row).toEqual({ sealed_models: null, skipped: 3, finished: 4 });
  });

  test('keeps what was under way as evidence, and counts none of it', async () => {
    const { runId, items } = await leased({ cases: 2 });
    await block(items.slice(0, 1));
    expect(await runs.report(items.slice(1), rightly)).toHaveLength(1);
    expect(await read(runId)).toMatchObject({ status: 'failed', summary: { total: 0, passed: 0, failed: 0 } });
    expect(await runs.call(operations.getEvalIterationTrace, { runId, iterationId: items[1]!.iterationId })).toMatchObject({ toolCalls: [{ toolName: 'echo' }] });
  });

  test('keeps its first reason when two runners say so at once, and ends once', async () => {
    for (let i = 0; i < 5; i++) {
      const { runId, items } = await leased({ cases: 3 });
      const refused = await Promise.all([block(items.slice(0, 1), { code: 'BUDGET_EXHAUSTED', message: 'first', budgetId: 'bud_1' }), block(items.slice(1, 2), { message: 'second' })]);
      expect(refused.flat()).toHaveLength(1);
      const isFirst = refused[0].length === 0;
      expect(await read(runId)).toMatchObject({ status: 'failed', stopped: isFirst ? { code: 'BUDGET_EXHAUSTED', message: 'first', budgetId: 'bud_1' } : { code: stopped.code, message: 'second' } });
      expect(await publishedEnds(runId)).toBe(1);
    }
  });

  test('and others\' reports and leases that lapse at the same time leave one end, and every trial counted once', async () => {
    for (let i = 0; i < 5; i++) {
      const { runId, items } = await leased({ cases: 12 });
      await runs.db.pool.query('update iterations set attempts = 3 where run_id = $1', [runId]);
      await expire(items.slice(8));
      const answers = await Promise.allSettled([runs.report(items.slice(0, 4), rightly), block(items.slice(4, 5)), watch(runs.db.pool, log), runs.report(items.slice(5, 8), rightly)]);
      expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
      expect(await read(runId)).toMatchObject({ status: 'failed', result: null });
      const { rows: [row] } = await runs.db.pool.query<Record<string, number>>('select total, finished, passed, failed, excluded, skipped from runs where id = $1', [runId]);
      expect([row!.finished, row!.passed! + row!.failed! + row!.excluded! + row!.skipped!]).toEqual([12, 12]);
      const { rows: [open] } = await runs.db.pool.query(`select count(*)::int as open, count(distinct seq)::int as numbered from iterations where run_id = $1 and status not in ('pending', 'running')`, [runId]);
      expect(open).toEqual({ open: 12, numbered: 12 });
      expect(await publishedEnds(runId)).toBe(1);
    }
  });

  test('is not ended again by its time running out', async () => {
    const { runId, items } = await leased({ cases: 2 });
    await block(items.slice(0, 1));
    await runs.db.pool.query(`update runs set deadline_at = now() - interval '1 s' where id = $1`, [runId]);
    await watch(runs.db.pool, log);
    expect(await read(runId)).toMatchObject({ status: 'failed', stopped: { code: stopped.code } });
  });

  test('takes nothing that a runner says of another one\'s trial', async () => {
    const { runId, items } = await leased({ cases: 2 });
    await expire(items);
    const again = await take(runId, 'r2');
    expect(await block(items.slice(0, 1))).toHaveLength(1);
    expect(await read(runId)).toMatchObject({ status: 'running' });
    await runs.report(again, rightly);
    expect(await read(runId)).toMatchObject({ status: 'completed', result: 'passed' });
  });
});

test('a run that outlives its time is stopped and says so, and what was seen of it stays', async () => {
  const { runId, items } = await leased();
  await runs.db.pool.query(`update runs set deadline_at = now() - interval '1 s' where id = $1`, [runId]);
  await watch(runs.db.pool, log);
  expect(await read(runId)).toMatchObject({ status: 'timed_out', result: null, verdict: 'notEstablished' });
  expect((await iterations(runId))[0]).toMatchObject({ status: 'timed_out' });
  await runs.report(items, () => transcript('half'), { outcome: Outcome.CANCELLED });
  expect(await runs.call(operations.getEvalIterationTrace, { runId, iterationId: items[0]!.iterationId })).toMatchObject({ toolCalls: [{ toolName: 'echo' }] });
});

test('the keys that were brought for a run are gone with its end, however it ends', async () => {
  const ends: ((runId: string, items: WorkItem[]) => Promise<unknown>)[] = [
    (_, items) => runs.report(items, rightly),
    (runId) => cancel(runId),
    async (runId) => { await runs.db.pool.query(`update runs set deadline_at = now() - interval '1 s' where id = $1`, [runId]); await watch(runs.db.pool, log); },
  ];
  for (const end of ends) {
    const { runId, items } = await leased();
    await runs.db.pool.query(`update runs set sealed_models = 'sealed' where id = $1`, [runId]);
    await end(runId, items);
    expect((await runs.db.pool.query('select sealed_models from runs where id = $1', [runId])).rows).toEqual([{ sealed_models: null }]);
  }
});

describe('a run that waits for its judge', () => {
  /** As when the last trial is in and a judge that has a say is owed. */
  const grading = async () => {
    const { runId, items } = await leased();
    await runs.db.pool.query(`update runs set status = 'grading', grading_until = now() + interval '1 min' where id = $1`, [runId]);
    return { runId, items };
  };

  test('is not over, can be cancelled, and its time does not run out meanwhile', async () => {
    const { runId } = await grading();
    await runs.db.pool.query(`update runs set deadline_at = now() - interval '1 s' where id = $1`, [runId]);
    await watch(runs.db.pool, log);
    expect(await read(runId)).toMatchObject({ status: 'grading', verdict: 'notEstablished', undecided: { reason: 'runNotTerminal' } });
    expect(await cancel(runId)).toMatchObject({ status: 'cancelled', result: null });
  });
});

test('a deleted project takes its runs with it, and its runners are told to stop', async () => {
  const { runId, items } = await leased();
  await runs.db.pool.query(`update runs set project_id = 'doomed' where id = $1`, [runId]);
  const value = Buffer.from(ProjectDeleted.encode({ projectId: 'doomed', organizationId: 'org', deletedAtMs: 1 }).finish());
  await transaction(runs.db.pool, (tx) => publish(tx, { topic: 'assay.access.v1', key: 'doomed', id: 'doomed.deleted', type: 'assay.v1.ProjectDeleted', value }));
  await until(async () => (await runs.db.pool.query('select from runs where id = $1', [runId])).rowCount === 0);
  expect(await runs.beat(items)).toEqual([items[0]!.iterationId]);
});
