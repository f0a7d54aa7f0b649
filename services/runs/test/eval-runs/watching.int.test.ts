import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { RunEvent, RunEvents } from '@assay/contract/areas/eval-runs/run-events';
import { operations } from '@assay/contract/operations';
import { dial } from '@assay/kit/rpc/client';
import { startRuns } from '../../src/app.ts';
import { runBench, correctAnswer } from '../support/run-bench.ts';
import { testCaller, echoCase, silentLog, openRuns, echoTranscript, type RunsFixture } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { start, take, leased, cancel } = runBench(() => runs);
const news = (runId: string, lastEventId = '', waitMs = 20_000): Promise<RunEvents> =>
  runs.call(operations.streamEvalRunEvents, { runId, lastEventId, waitMs: String(waitMs) });

/** Follows a run to its end, reconnecting with the last id each time, as the gateway and a browser do. */
async function follow(runId: string, ask = news): Promise<RunEvent[]> {
  const seen: RunEvent[] = [];
  for (;;) {
    const { events, done } = await ask(runId, seen.at(-1)?.id);
    seen.push(...events);
    if (done) return seen;
  }
}
const told = (events: RunEvent[]) =>
  events.map(({ type, data }) =>
    type === 'run'
      ? `${data.status} ${data.summary.passed}+${data.summary.failed}`
      : type === 'end'
        ? `end ${data.status}`
        : type,
  );

test('a run is followed from its start to its end', async () => {
  const runId = await start({ cases: 2 });
  const seen: RunEvent[] = [...(await news(runId)).events];
  expect(told(seen)).toEqual(['pending 0+0']);
  const items = await take(runId);
  const next = async () => {
    const { events, done } = await news(runId, seen.at(-1)!.id);
    seen.push(...events);
    return [told(events), done];
  };
  expect(await next()).toEqual([['running 0+0'], false]);
  const waiting = next();
  await runs.report(items.slice(0, 1), correctAnswer);
  expect(await waiting).toEqual([['iteration', 'running 1+0'], false]);
  await runs.report(items.slice(1), () => echoTranscript('wrong'));
  expect(await next()).toEqual([['iteration', 'completed 1+1', 'end completed'], true]);
  expect(seen.filter(({ type }) => type === 'iteration').map(({ data }) => data)).toMatchObject([
    {
      id: items[0]!.iterationId,
      testCaseId: 'c0',
      title: 'case c0',
      iterationNumber: 1,
      model: null,
      status: 'completed',
      result: 'passed',
      durationMs: 3,
      failedChecks: [],
      faults: [],
    },
    {
      id: items[1]!.iterationId,
      result: 'failed',
      failedChecks: [{ type: 'toolResultContains', reason: expect.stringContaining('c1') }],
    },
  ]);
  expect(seen.at(-1)!.data).toEqual({ status: 'completed', verdict: 'failed' });
});

test('the run event has the form of lists', async () => {
  const caseGrading = { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 };
  runs.world.suites.set('graded', { cases: [echoCase('c0')], suite: { caseGrading } });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'graded' });
  await runs.report(await take(runId), correctAnswer);
  const {
    items: [listed],
  } = await runs.call(operations.listEvalSuiteRuns, { suiteId: 'graded' });
  expect((await follow(runId)).find(({ type }) => type === 'run')!.data).toEqual(listed);
});

test('an event of an incomplete iteration has the party to blame', async () => {
  const { runId, items } = await leased();
  await runs.report(items, () => echoTranscript(''), {
    outcome: Outcome.FAILED,
    blame: Blame.PROVIDER,
    errorCode: 'X',
  });
  expect((await follow(runId))[0]).toMatchObject({
    type: 'iteration',
    data: { status: 'failed', result: null, failureSource: 'provider' },
  });
});

test('a follower that reconnects on any replica misses nothing and gets nothing twice', async () => {
  const { runId, items } = await leased({ cases: 6 });
  for (const item of items) await runs.report([item], correctAnswer);
  const all = await follow(runId);
  for (const [i, { id }] of all.entries()) {
    const rest: RunEvent[] = [];
    for (let last = id; ;) {
      const { events, done } = await news(runId, last);
      rest.push(...events);
      if (done) break;
      last = events.at(-1)!.id;
    }
    expect(rest).toEqual(all.slice(i + 1));
  }
});

test('at most two hundred events come at once, and all of them in the end', async () => {
  const runId = await start({ cases: 450 });
  for (let items = await take(runId); items.length > 0; items = await take(runId))
    await runs.report(items, correctAnswer);
  const answers: number[] = [];
  const seen = await follow(runId, async (id, last) => {
    const answer = await news(id, last);
    answers.push(answer.events.length);
    return answer;
  });
  expect(Math.max(...answers)).toBeLessThanOrEqual(200);
  const ended = seen.flatMap(({ type, data }) => (type === 'iteration' ? [data.id] : []));
  expect([ended.length, new Set(ended).size]).toEqual([450, 450]);
  expect(seen.at(-1)).toMatchObject({ type: 'end' });
});

test('a cancelled run reports its cancelled iterations and its end', async () => {
  const { runId, items } = await leased({ cases: 3 });
  await runs.report(items.slice(0, 1), correctAnswer);
  const { events } = await news(runId);
  const waiting = news(runId, events.at(-1)!.id);
  await cancel(runId);
  const { events: last, done } = await waiting;
  expect([told(last), done]).toEqual([['iteration', 'iteration', 'cancelled 1+0', 'end cancelled'], true]);
});

test('another replica reports iterations that this one settled', async () => {
  const other = await startRuns(runs.config, silentLog);
  const channel = dial(other.address, runs.config.meshSecret, 'gateway');
  const ask = async (runId: string, lastEventId = '') =>
    JSON.parse(
      (
        await channel.call(
          rpcOf(operations.streamEvalRunEvents),
          { projectId: 'prj', runId, lastEventId, waitMs: '20000', input: Buffer.alloc(0) },
          { caller: testCaller },
        )
      ).json.toString(),
    ) as RunEvents;
  try {
    const { runId, items } = await leased({ cases: 3 });
    const following = follow(runId, ask);
    for (const item of items) await runs.report([item], correctAnswer);
    const seen = await following;
    expect(seen.filter(({ type }) => type === 'iteration').map(({ data }) => (data as { id: string }).id)).toEqual(
      items.map(({ iterationId }) => iterationId),
    );
    expect(seen.at(-1)).toMatchObject({ type: 'end', data: { status: 'completed' } });
    expect(await news(runId, seen.at(-1)!.id)).toEqual({ events: [], done: true });
  } finally {
    channel.close();
    await other.stop();
  }
});

test.each([['nonsense'], ['1'], ['1.2.3'], ['-1.0'], ['99999999999.0']])(
  'the id "%s" is refused',
  async (lastEventId) => {
    const runId = await start();
    await expect(news(runId, lastEventId)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/lastEventId' }] },
    });
    await cancel(runId);
  },
);

test('an unknown run is not found', async () => {
  await expect(news('run_x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
