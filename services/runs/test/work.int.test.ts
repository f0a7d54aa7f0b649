import { gzipSync } from 'node:zlib';
import { setTimeout as delay } from 'node:timers/promises';
import { Outcome, type WorkItem } from '@assay/contract/gen/assay/v1/work';
import * as operations from '@assay/contract/operations/runs';
import { publish } from '@assay/kit/outbox';
import { transaction } from '@assay/kit/db';
import { ProjectDeleted } from '@assay/contract/gen/assay/v1/events';
import { terminateBackends } from '@assay/testkit/database';
import { until } from '@assay/testkit/until';
import { watch } from '../src/watchdog.ts';
import { caller, echoCase, log, openRuns, transcript } from './harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
let suites = 0;
beforeAll(async () => { runs = await openRuns(); });
afterAll(() => runs.close());

/** A run of `cases` cases whose every iteration is in the hands of runner `r1`. */
async function leasedRun(cases: number, minimumAccuracy = 100): Promise<{ runId: string; items: WorkItem[] }> {
  const suiteId = `suite${++suites}`;
  runs.world.suites.set(suiteId, { cases: Array.from({ length: cases }, (_, i) => echoCase(`c${i}`)), suite: { minimumAccuracy } });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId });
  const items = await runs.lease('r1');
  expect(items.filter((item) => item.runId === runId)).toHaveLength(cases);
  return { runId, items: items.filter((item) => item.runId === runId) };
}

const answersRightly = (item: WorkItem) => transcript(JSON.parse(item.case.toString()).id);
const read = (runId: string) => runs.call(operations.getEvalRun, { runId });
const iterations = async (runId: string) => (await runs.call(operations.listEvalRunIterations, { runId })).items;
const expire = (items: WorkItem[]) =>
  runs.db.pool.query(`update iterations set lease_until = now() - interval '1 s' where id = any($1)`, [items.map(({ iterationId }) => iterationId)]);

test('reports are graded, counted and end in a verdict with reasons', async () => {
  const { runId, items } = await leasedRun(4, 75);
  expect(await read(runId)).toMatchObject({ status: 'running' });
  expect(await runs.report(items.slice(0, 3), answersRightly)).toEqual([]);
  expect(await read(runId)).toMatchObject({ status: 'running', summary: { passed: 3, failed: 0 }, verdict: 'notEstablished' });
  expect(await runs.report(items.slice(3), () => transcript('something else'))).toEqual([]);
  expect(await read(runId)).toMatchObject({ status: 'completed', result: 'passed', verdict: 'passed', summary: { total: 4, passed: 3, failed: 1, passRate: 0.75 } });
  expect((await iterations(runId))[3]).toMatchObject({
    status: 'completed', result: 'failed', durationMs: 3, error: null,
    checks: [{ type: 'toolResultContains', source: 'step', stepId: 'check', status: 'failed', role: 'gating', reason: expect.stringContaining('c3') }],
    actualToolCalls: [{ toolName: 'echo' }], steps: [{ stepId: 'call', status: 'ok' }, { stepId: 'check', status: 'fail' }],
  });
});

test('below the required accuracy the run fails', async () => {
  const { runId, items } = await leasedRun(2);
  await runs.report(items, (item) => transcript(item === items[0] ? 'c0' : 'wrong'));
  expect(await read(runId)).toMatchObject({ status: 'completed', result: 'failed' });
});

test('an iteration is in one runner\'s hands at a time, however many ask', async () => {
  runs.world.suites.set('contested', { cases: Array.from({ length: 40 }, (_, i) => echoCase(`c${i}`)) });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'contested' });
  const taken = (await Promise.all(Array.from({ length: 8 }, (_, i) => runs.lease(`r${i}`, 10)))).flat().filter((item) => item.runId === runId);
  const left = (await runs.lease('last')).filter((item) => item.runId === runId);
  expect(new Set([...taken, ...left].map(({ iterationId }) => iterationId)).size).toBe(40);
  expect(taken.length + left.length).toBe(40);
  await runs.call(operations.cancelEvalRun, { runId });
});

test('a silent runner\'s work goes to another one, and its late report changes nothing', async () => {
  const { runId, items } = await leasedRun(2);
  await expire(items);
  const again = (await runs.lease('r2')).filter((item) => item.runId === runId);
  expect(again.map(({ iterationId, fence }) => [iterationId, fence])).toEqual(items.map(({ iterationId, fence }) => [iterationId, fence + 1]));
  expect(await runs.beat(items)).toHaveLength(2);
  expect(await runs.report(items, () => transcript('wrong'))).toHaveLength(2);
  expect(await runs.report(again, answersRightly)).toEqual([]);
  expect(await runs.report(again, () => transcript('wrong'))).toHaveLength(2);
  expect(await read(runId)).toMatchObject({ status: 'completed', result: 'passed', summary: { total: 2, passed: 2, failed: 0 } });
});

test('a heartbeat keeps the lease', async () => {
  const { runId, items } = await leasedRun(1);
  await runs.db.pool.query(`update iterations set lease_until = now() + interval '50 ms' where run_id = $1`, [runId]);
  expect(await runs.beat(items)).toEqual([]);
  await delay(80);
  expect((await runs.lease('r2')).filter((item) => item.runId === runId)).toEqual([]);
  await runs.call(operations.cancelEvalRun, { runId });
});

test('work that silenced three runners is given up, and the run still ends', async () => {
  const { runId, items } = await leasedRun(2);
  await runs.report(items.slice(0, 1), answersRightly);
  for (let attempt = 2; attempt <= 3; attempt++) {
    await expire(items);
    expect((await runs.lease(`r${attempt}`)).filter((item) => item.runId === runId)).toMatchObject([{ fence: attempt }]);
  }
  await expire(items);
  expect((await runs.lease('r4')).filter((item) => item.runId === runId)).toEqual([]);
  await watch(runs.db.pool, log);
  expect(await read(runId)).toMatchObject({ status: 'completed', result: 'failed', summary: { passed: 1, failed: 1 } });
  expect((await iterations(runId))[1]).toMatchObject({ status: 'failed', result: null, errorCode: 'RUNNER_LOST' });
});

test('a server\'s message that Postgres cannot hold is kept without what it cannot', async () => {
  const { runId, items } = await leasedRun(1);
  expect(await runs.report(items, () => transcript(''), { outcome: Outcome.FAILED, errorCode: 'TARGET_ERROR', errorMessage: 'before\0after' })).toEqual([]);
  expect((await iterations(runId))[0]).toMatchObject({ status: 'failed', error: 'beforeafter' });
});

test('work that a runner gives back is no failed attempt', async () => {
  const { runId, items } = await leasedRun(1);
  let held = items;
  for (let i = 0; i < 5; i++) {
    expect(await runs.report(held, () => transcript(''), { outcome: Outcome.CANCELLED })).toHaveLength(1);
    held = (await runs.lease('r2')).filter((item) => item.runId === runId);
    expect(held).toHaveLength(1);
  }
  expect(await runs.report(held, answersRightly)).toEqual([]);
  expect(await read(runId)).toMatchObject({ status: 'completed', result: 'passed' });
});

test('runs take turns: a small one does not wait for a large one to end', async () => {
  runs.world.suites.set('large', { cases: Array.from({ length: 30 }, (_, i) => echoCase(`c${i}`)) });
  runs.world.suites.set('small', { cases: [echoCase('a')] });
  const large = await runs.call(operations.createEvalRun, {}, { suiteId: 'large' });
  const small = await runs.call(operations.createEvalRun, {}, { suiteId: 'small' });
  const served: string[] = [];
  for (let i = 0; i < 3; i++) served.push(...new Set((await runs.lease('r', 5)).map(({ runId }) => runId)));
  expect(served).toEqual([large.runId, small.runId, large.runId]);
  for (const { runId } of [large, small]) await runs.call(operations.cancelEvalRun, { runId });
});

test('heartbeats and reports of the same iterations never wait for each other in a circle', async () => {
  const { items } = await leasedRun(40);
  const reversed = items.toReversed();
  const answers = await Promise.allSettled(items.flatMap((item, i) => [runs.beat(i % 2 ? items : reversed), runs.report([item, ...reversed.slice(0, 5)], answersRightly)]));
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('a trace shows nothing that looks like a secret, though grading saw it', async () => {
  const { runId, items } = await leasedRun(1);
  const secret = 'c0 Bearer abcdefghijklmnop';
  const wire = [{ atMs: 1, serverId: 'srv', direction: 'sent', bytes: 2, message: { params: { password: 'hunter2', note: 'key sk_abcdefghijk' } } }];
  await runs.report(items, () => transcript(secret), { parts: [{ index: 0, body: gzipSync(JSON.stringify({ spans: [], wire })) }] });
  expect(await read(runId)).toMatchObject({ result: 'passed' });
  const text = JSON.stringify(await runs.call(operations.getEvalIterationTrace, { runId, iterationId: items[0]!.iterationId }));
  expect(text).toContain('[redacted]');
  expect(text).not.toMatch(/abcdefgh|hunter2/);
});

test('a waiting runner gets the work of a new run at once', async () => {
  runs.world.suites.set('awaited', { cases: [echoCase('a')] });
  const waiting = runs.lease('r', 1, 10_000);
  const startedAt = performance.now();
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'awaited' });
  expect(await waiting).toMatchObject([{ runId }]);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  await runs.call(operations.cancelEvalRun, { runId });
});

describe('cancelling', () => {
  test('stops what is under way, keeps what is finished, and can be repeated', async () => {
    const { runId, items } = await leasedRun(3);
    await runs.report(items.slice(0, 1), answersRightly);
    const first = await runs.call(operations.cancelEvalRun, { runId });
    expect(first).toMatchObject({ status: 'cancelled', result: null, verdict: 'notEstablished', undecided: { reason: 'runStatusNotAVerdict' }, summary: { passed: 1 } });
    expect(await runs.call(operations.cancelEvalRun, { runId })).toEqual(first);
    expect(await runs.beat(items.slice(1))).toHaveLength(2);
    expect((await iterations(runId)).map(({ status, result }) => [status, result])).toEqual([['completed', 'passed'], ['cancelled', null], ['cancelled', null]]);
  });

  test('keeps what the stopped runner had seen, and counts none of it', async () => {
    const { runId, items } = await leasedRun(1);
    await runs.call(operations.cancelEvalRun, { runId });
    const body = gzipSync(JSON.stringify({ spans: [], wire: [{ atMs: 1, serverId: 'srv', direction: 'sent', bytes: 2, message: {} }] }));
    expect(await runs.report(items, () => transcript('half'), { outcome: Outcome.CANCELLED, parts: [{ index: 0, body }] })).toHaveLength(1);
    expect(await read(runId)).toMatchObject({ status: 'cancelled', summary: { passed: 0, failed: 0 } });
    expect(await runs.call(operations.getEvalIterationTrace, { runId, iterationId: items[0]!.iterationId })).toMatchObject({ toolCalls: [{ toolName: 'echo' }], wire: [{ direction: 'sent' }] });
  });

  test('after the end is a conflict', async () => {
    const { runId, items } = await leasedRun(1);
    await runs.report(items, answersRightly);
    await expect(runs.call(operations.cancelEvalRun, { runId })).rejects.toMatchObject({ code: 'CONFLICT', details: { status: 'completed' } });
  });

  test('and the last report at the same time leave one end', async () => {
    for (let i = 0; i < 5; i++) {
      const { runId, items } = await leasedRun(1);
      await Promise.allSettled([runs.report(items, answersRightly), runs.call(operations.cancelEvalRun, { runId })]);
      const { status, summary } = await read(runId);
      expect([['completed', 1], ['cancelled', 0]]).toContainEqual([status, summary.passed]);
    }
  });
});

test('a run that outlives its time is stopped and says so, and what was seen of it stays', async () => {
  const { runId, items } = await leasedRun(1);
  await runs.db.pool.query(`update runs set deadline_at = now() - interval '1 s' where id = $1`, [runId]);
  await watch(runs.db.pool, log);
  expect(await read(runId)).toMatchObject({ status: 'timed_out', result: null, verdict: 'notEstablished' });
  expect((await iterations(runId))[0]).toMatchObject({ status: 'timed_out' });
  await runs.report(items, () => transcript('half'), { outcome: Outcome.CANCELLED });
  expect(await runs.call(operations.getEvalIterationTrace, { runId, iterationId: items[0]!.iterationId })).toMatchObject({ toolCalls: [{ toolName: 'echo' }] });
});

test('what a runner could not do is told apart from a failed check', async () => {
  const { runId, items } = await leasedRun(1);
  await runs.report(items, () => ({ ...transcript(''), error: { code: 'SERVER_UNREACHABLE', message: 'down' } }),
    { outcome: Outcome.SETUP_FAILED, errorCode: 'SERVER_UNREACHABLE', errorMessage: 'down' });
  expect((await iterations(runId))[0]).toMatchObject({ status: 'setup_failed', result: null, error: 'down', errorCode: 'SERVER_UNREACHABLE' });
});

test('a trace is put together from its parts; before there is one, that is said', async () => {
  const { runId, items } = await leasedRun(1);
  const { iterationId } = items[0]!;
  const trace = () => runs.call(operations.getEvalIterationTrace, { runId, iterationId });
  await expect(trace()).rejects.toMatchObject({ code: 'NOT_FOUND', details: { reason: 'TRACE_NOT_AVAILABLE' } });
  const part = (atMs: number) => gzipSync(JSON.stringify({ traceId: 'abc', spans: [{ id: `s${atMs}`, name: 'x', category: 'step', startMs: atMs, endMs: atMs + 1 }], wire: [] }));
  await runs.report(items, answersRightly, { parts: [{ index: 0, body: part(5) }, { index: 1, body: part(2) }] });
  expect(await trace()).toMatchObject({ iterationId, traceId: 'abc', spans: [{ id: 's2' }, { id: 's5' }], toolCalls: [{ toolName: 'echo' }], wire: [],
    steps: [{ stepId: 'call', status: 'ok' }, { stepId: 'check', status: 'ok' }], checks: [{ stepId: 'check', status: 'passed' }] });
  await expect(runs.call(operations.getEvalIterationTrace, { runId, iterationId: 'iter_x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a tool result of 10 MB is stored, graded and read again', async () => {
  const { runId, items } = await leasedRun(1);
  await runs.report(items, () => transcript(`${'x'.repeat(10 * 1024 * 1024)} c0`));
  expect(await read(runId)).toMatchObject({ result: 'passed' });
  const trace = await runs.call(operations.getEvalIterationTrace, { runId, iterationId: items[0]!.iterationId });
  const { content } = trace.toolCalls[0]!.result as { content: { text: string }[] };
  expect(content[0]!.text).toHaveLength(10 * 1024 * 1024 + 3);
});

test('a user cannot take work', async () => {
  const { WorkService } = await import('@assay/contract/gen/assay/v1/work');
  await expect(runs.asUser.call(WorkService.lease, { runnerId: 'x', labels: [], freeSlots: 1, waitMs: 0 }, { caller })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a deleted project takes its runs with it, and its runners are told to stop', async () => {
  const { runId, items } = await leasedRun(1);
  await runs.db.pool.query(`update runs set project_id = 'doomed' where id = $1`, [runId]);
  const value = Buffer.from(ProjectDeleted.encode({ projectId: 'doomed', organizationId: 'org', deletedAtMs: 1 }).finish());
  await transaction(runs.db.pool, (tx) => publish(tx, { topic: 'assay.access.v1', key: 'doomed', id: 'doomed.deleted', type: 'assay.v1.ProjectDeleted', value }));
  await until(async () => (await runs.db.pool.query('select from runs where id = $1', [runId])).rowCount === 0);
  expect(await runs.beat(items)).toEqual([items[0]!.iterationId]);
});

test('a run\'s news reaches the bus in order, each once', async () => {
  const { runId, items } = await leasedRun(2);
  await runs.report(items, answersRightly);
  const published = await until(async () => {
    const { rows } = await runs.bus.pool.query<{ event_id: string }>('select event_id from messages where key = $1 order by position', [runId]);
    return rows.length === 4 && rows.map(({ event_id: id }) => id);
  });
  expect(published[0]).toBe(`${runId}.created`);
  expect(published[3]).toBe(`${runId}.finished`);
  expect(new Set(published).size).toBe(4);
});

test('while Postgres cuts every connection requests fail cleanly, and nothing is lost or doubled', async () => {
  const { runId, items } = await leasedRun(20);
  const outcomes = new Set<string>();
  const insist = async (item: WorkItem) => {
    for (;;) {
      try {
        return await runs.report([item], answersRightly);
      } catch (error) {
        outcomes.add((error as { code: string }).code);
        await delay(20);
      }
    }
  };
  const reporting = Promise.all(items.map(insist));
  for (let i = 0; i < 5; i++) { await terminateBackends(runs.db); await delay(10); }
  await reporting;
  await until(async () => (await read(runId)).status === 'completed');
  expect(await read(runId)).toMatchObject({ summary: { total: 20, passed: 20, failed: 0 } });
  expect([...outcomes]).toEqual(['INTERNAL_ERROR']);
});
