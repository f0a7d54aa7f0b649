import { operations } from '@assay/contract/operations';
import { waitUntil } from '@assay/testkit/until';
import { endOverdueRuns } from '../../src/background/watchdog.ts';
import { silentLog } from '../support/harness.ts';
import { goalCase, openJudgingFixture, trialTranscript, type JudgingFixture } from '../support/judging-fixture.ts';

let fixture: JudgingFixture;
beforeAll(async () => {
  fixture = await openJudgingFixture();
});
afterAll(() => fixture.close());

const GATING = { autoRun: true, role: 'gating' } as const;
const PER_CASE = { caseGrading: { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 } };

/** A suite whose judge agreed with people on twenty iterations, and was then made gating. */
async function trusted(name: string, more: object = {}, trials = 4): Promise<string> {
  const suite = fixture.suite(name, [goalCase('a', { iterations: 20 })], { autoRun: true });
  const runId = await fixture.finished(suite);
  let count = 0;
  await fixture.judgeAll(() => ({ score: count++ < 10 ? 0.9 : 0.1 }));
  for (const { id, judge } of await fixture.iterationsOf(runId))
    await fixture.label(runId, id, judge!.passed ? 'passed' : 'failed');
  return fixture.suite(name, [goalCase('a', { iterations: trials, passThreshold: 0.5 })], GATING, more);
}

test('a run waits for its measured gating judge, which can fail iterations', async () => {
  const runId = await fixture.finished(await trusted('say', PER_CASE));
  expect(await fixture.read(runId)).toMatchObject({
    status: 'grading',
    result: null,
    verdict: 'notEstablished',
    judges: { goalCompletion: { status: 'pending', gating: true, standing: 'measured', role: 'gating' } },
  });
  let count = 0;
  await fixture.judgeAll(() => ({ score: count++ === 0 ? 0.9 : 0.2 }));
  expect(await fixture.read(runId)).toMatchObject({
    status: 'completed',
    result: 'failed',
    verdict: 'failed',
    decision: { verdict: 'failed', cases: [{ passedTrials: 1, failedTrials: 3, verdict: 'failed' }] },
    trialStatistics: { eligibleTrials: 4, passedTrials: 1 },
    judges: { goalCompletion: { status: 'completed' } },
  });
  expect((await fixture.iterationsOf(runId)).map(({ result, judge }) => [result, judge!.gating])).toEqual([
    ['passed', true],
    ['failed', true],
    ['failed', true],
    ['failed', true],
  ]);
});

test('under an accuracy the counts of the run include the judge', async () => {
  const runId = await fixture.finished(await trusted('accuracy', { minimumAccuracy: 50 }));
  let count = 0;
  await fixture.judgeAll(() => ({ score: count++ < 2 ? 0.9 : 0.2 }));
  expect(await fixture.read(runId)).toMatchObject({
    status: 'completed',
    result: 'passed',
    summary: { passed: 2, failed: 2 },
  });
});

test('a judge cannot pass an iteration that its checks failed', async () => {
  const runId = await fixture.finished(await trusted('both', PER_CASE), () => trialTranscript('something else'));
  await fixture.judgeAll();
  expect(await fixture.read(runId)).toMatchObject({
    status: 'completed',
    result: 'failed',
    decision: { cases: [{ passedTrials: 0, failedTrials: 4 }] },
  });
});

test('an error of the judge excludes the iteration', async () => {
  const runId = await fixture.finished(await trusted('broken', PER_CASE));
  for (const [i, job] of (await fixture.leaseJobs()).entries())
    await (i === 0
      ? fixture.complete(job, { errorCode: 'SERVER_UNREACHABLE', errorMessage: 'down' })
      : fixture.giveOpinion(job));
  expect(await fixture.read(runId)).toMatchObject({
    status: 'completed',
    result: 'inconclusive',
    decision: { reasons: ['evaluatorErrorRateAboveMaximum'], cases: [{ eligibleTrials: 3, passedTrials: 3 }] },
  });
  expect((await fixture.iterationsOf(runId))[0]).toMatchObject({
    result: 'passed',
    evaluatorError: true,
    judge: { status: 'error' },
  });
});

test('under an accuracy an iteration with an error of the judge is in no rate', async () => {
  const runId = await fixture.finished(await trusted('no rate', {}, 10));
  for (const [i, job] of (await fixture.leaseJobs()).entries())
    await (i === 0 ? fixture.complete(job, { errorCode: 'TIMEOUT' }) : fixture.giveOpinion(job));
  const { summary, result } = await fixture.read(runId);
  expect([summary.passed, summary.failed, result]).toEqual([9, 0, 'passed']);
});

describe('a gating judge is only advisory', () => {
  test('while it has not been measured', async () => {
    const runId = await fixture.finished(fixture.suite('unmeasured', [goalCase('a')], GATING));
    expect(await fixture.read(runId)).toMatchObject({
      status: 'completed',
      result: 'passed',
      judges: { goalCompletion: { status: 'pending', role: 'gating', gating: false, standing: 'unmeasured' } },
    });
    await fixture.judgeAll(() => ({ score: 0 }));
    expect(await fixture.read(runId)).toMatchObject({ status: 'completed', result: 'passed' });
  });

  test('once it was changed', async () => {
    await trusted('changed');
    const runId = await fixture.finished(fixture.suite('changed', [goalCase('a')], { ...GATING, threshold: 0.75 }));
    expect((await fixture.judgesOf(runId)).goalCompletion).toMatchObject({ gating: false, standing: 'changed' });
    await fixture.judgeAll();
  });

  test('when it does not agree with people', async () => {
    const runId = await fixture.finished(
      fixture.suite('stranger', [goalCase('a', { iterations: 20 })], { autoRun: true }),
    );
    let count = 0;
    await fixture.judgeAll(() => ({ score: count++ < 10 ? 0.9 : 0.1 }));
    for (const [i, { id }] of (await fixture.iterationsOf(runId)).entries())
      await fixture.label(runId, id, i % 2 === 0 ? 'passed' : 'failed');
    const next = await fixture.finished(fixture.suite('stranger', [goalCase('a')], GATING));
    expect((await fixture.judgesOf(next)).goalCompletion).toMatchObject({ gating: false, standing: 'belowFloor' });
    await fixture.judgeAll();
  });
});

test('a run waits at most half an hour for the next opinion; missing ones become errors', async () => {
  const runId = await fixture.finished(await trusted('late', PER_CASE));
  const jobs = await fixture.leaseJobs();
  await fixture.giveOpinion(jobs[0]!);
  const {
    rows: [hold],
  } = await fixture.db.pool.query(
    'select extract(epoch from grading_until - now()) as seconds from runs where id = $1',
    [runId],
  );
  expect(Math.abs(Number(hold.seconds) - 1_800)).toBeLessThan(60);
  await endOverdueRuns(fixture.db.pool, silentLog);
  expect(await fixture.read(runId)).toMatchObject({ status: 'grading' });
  await fixture.db.pool.query(`update runs set grading_until = now() - interval '1 second' where id = $1`, [runId]);
  await endOverdueRuns(fixture.db.pool, silentLog);
  expect(await fixture.read(runId)).toMatchObject({
    status: 'completed',
    result: 'inconclusive',
    judges: {
      goalCompletion: {
        status: 'failed',
        errorCode: 'TIMEOUT',
        progress: { total: 4, completed: 4, errors: 3 },
        cases: [{ status: 'scored' }, { status: 'error', errorCode: 'TIMEOUT' }, {}, {}],
      },
    },
  });
  expect(await fixture.giveOpinion(jobs[1]!)).toBe(false);
});

test('each opinion extends the wait by half an hour, up to four hours in all', async () => {
  const runId = await fixture.finished(await trusted('slow', PER_CASE));
  const left = async () =>
    Number(
      (
        await fixture.db.pool.query(
          'select extract(epoch from grading_until - now()) as seconds from runs where id = $1',
          [runId],
        )
      ).rows[0].seconds,
    );
  const jobs = await fixture.leaseJobs();
  await fixture.db.pool.query(`update runs set grading_until = now() + interval '1 minute' where id = $1`, [runId]);
  await fixture.giveOpinion(jobs[0]!);
  expect(Math.abs((await left()) - 1_800)).toBeLessThan(60);
  await fixture.db.pool.query(
    `update judgements set created_at = now() - interval '3 hours 50 minutes' where run_id = $1`,
    [runId],
  );
  await fixture.giveOpinion(jobs[1]!);
  expect(Math.abs((await left()) - 600)).toBeLessThan(60);
  for (const job of jobs.slice(2)) await fixture.giveOpinion(job);
  expect(await fixture.read(runId)).toMatchObject({ status: 'completed', result: 'passed' });
});

test('an iteration that only the judge failed says so in every explanation', async () => {
  const runId = await fixture.finished(await trusted('explained', PER_CASE), (item) =>
    trialTranscript(item.iterationNumber === 1 ? 'something else' : 'a'),
  );
  await fixture.judgeAll(() => ({ score: 0.2, reason: 'It answered another question.' }));
  const stagesOf = async () =>
    (await fixture.call(operations.getEvalRunDecisionSummary, { runId })).diagnostics.items.map(
      ({ chain, observed, nextAction }) => [
        chain.status === 'verified' && chain.firstFailedStage,
        observed?.failure,
        nextAction,
      ],
    );
  const judged = [
    'userValue',
    'The judge: It answered another question.',
    expect.stringContaining('It answered another question.'),
  ];
  const stages = [['response', expect.stringContaining('contains "a"'), expect.any(String)], judged, judged, judged];
  expect(await stagesOf()).toEqual(stages);
  await fixture.call(operations.regradeEvalRun, { runId }, {});
  expect(await stagesOf()).toEqual(stages);
  const { stages: counted } = await fixture.call(operations.getEvalRunStageAnalytics, { runId });
  expect(counted.find(({ stage }) => stage === 'userValue')).toMatchObject({ failed: 3 });
});

test('a run that is cancelled while it is judged is over, and the judge is stopped', async () => {
  const runId = await fixture.finished(await trusted('cancelled'));
  const jobs = await fixture.leaseJobs(2);
  await fixture.giveOpinion(jobs[0]!);
  expect(await fixture.call(operations.cancelEvalRun, { runId })).toMatchObject({ status: 'cancelled', result: null });
  expect(await fixture.giveOpinion(jobs[1]!, { score: 0 })).toBe(false);
  expect(await fixture.leaseJobs()).toEqual([]);
  expect(await fixture.read(runId)).toMatchObject({
    status: 'cancelled',
    result: null,
    judges: {
      goalCompletion: {
        status: 'failed',
        errorCode: 'CANCELLED',
        cases: [{ status: 'scored' }, { status: 'error', errorCode: 'CANCELLED' }, {}, {}],
      },
    },
  });
  expect((await fixture.iterationsOf(runId)).every(({ result }) => result === 'passed')).toBe(true);
});

test('a requested judgement changes no result', async () => {
  const runId = await fixture.finished(await trusted('forced', PER_CASE));
  await fixture.judgeAll();
  await fixture.request(runId, { force: true });
  await fixture.judgeAll(() => ({ score: 0 }));
  expect(await fixture.read(runId)).toMatchObject({
    status: 'completed',
    result: 'passed',
    judges: { goalCompletion: { gating: false, cases: [{ passed: false }, {}, {}, {}] } },
  });
});

test('the last two opinions at once end the run once', async () => {
  const runId = await fixture.finished(await trusted('race'));
  await Promise.all((await fixture.leaseJobs()).map((job) => fixture.giveOpinion(job)));
  expect(await fixture.read(runId)).toMatchObject({ status: 'completed', result: 'passed' });
  const told = await waitUntil(async () => {
    const { rows } = await fixture.bus.pool.query<{ position: string }>(
      'select position from messages where event_id = $1',
      [`${runId}.RunFinished`],
    );
    return rows.length > 0 ? rows : undefined;
  });
  expect(told).toHaveLength(1);
});
