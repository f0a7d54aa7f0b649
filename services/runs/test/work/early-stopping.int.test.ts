import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { operations } from '@assay/contract/operations';
import { runBench, correctAnswer } from '../support/run-bench.ts';
import { echoCase, openRuns, echoTranscript, type RunsFixture, type HeldItem } from '../support/harness.ts';

let runs: RunsFixture;
let suites = 0;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { take, read, iterations } = runBench(() => runs);
const caseGrading = { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 };
const caseOf = (item: HeldItem) => (JSON.parse(item.case.toString()) as FrozenCase).id;
const wrongly = () => echoTranscript('something else');

async function start(cases: FrozenCase[], body: object, suite: object = {}): Promise<string> {
  const suiteId = `early${++suites}`;
  runs.world.suites.set(suiteId, { cases, suite: { caseGrading, minimumAccuracy: 0, ...suite } });
  return (await runs.call(operations.createEvalRun, {}, { suiteId, ...body })).runId;
}
const takeSome = async (runId: string, count: number) =>
  (await runs.lease('r', count)).filter((item) => item.runId === runId);
const skippedOf = async (runId: string) => (await iterations(runId)).filter(({ status }) => status === 'skipped');

test('a settled case has its open iterations skipped, and the run gets a valid verdict', async () => {
  const runId = await start(
    [echoCase('sure', { iterations: 10, passThreshold: 1 }), echoCase('other', { iterations: 2, passThreshold: 1 })],
    { earlyStopping: {} },
  );
  const first = await takeSome(runId, 2);
  expect(first.map((item) => [caseOf(item), item.iterationNumber])).toEqual([
    ['sure', 1],
    ['other', 1],
  ]);
  await runs.report(first.slice(0, 1), wrongly);
  expect(
    (await skippedOf(runId)).map(({ iterationNumber, errorCode, testCaseId }) => [
      testCaseId,
      iterationNumber,
      errorCode,
    ]),
  ).toEqual(Array.from({ length: 9 }, (_, i) => ['sure', i + 2, 'SETTLED_EARLY']));
  expect(await read(runId)).toMatchObject({ status: 'running' });
  await runs.report(first.slice(1), correctAnswer);
  const rest = await take(runId);
  expect(rest.map(caseOf)).toEqual(['other']);
  await runs.report(rest, correctAnswer);
  expect(await read(runId)).toMatchObject({
    status: 'completed',
    result: 'failed',
    decision: {
      validity: { holds: true, configuredTrials: 3, attemptedTrials: 3 },
      cases: [
        { caseId: 'sure', configuredTrials: 1, failedTrials: 1, verdict: 'failed' },
        { caseId: 'other', configuredTrials: 2, passedTrials: 2, verdict: 'passed' },
      ],
    },
  });
});

test('iterations under way finish and count', async () => {
  const runId = await start([echoCase('sure', { iterations: 6, passThreshold: 1 })], { earlyStopping: {} });
  const held = await takeSome(runId, 3);
  await runs.report(held.slice(0, 1), wrongly);
  expect(await skippedOf(runId)).toHaveLength(3);
  expect(await runs.beat(held.slice(1))).toEqual([]);
  await runs.report(held.slice(1), correctAnswer);
  expect(await read(runId)).toMatchObject({
    status: 'completed',
    decision: { cases: [{ configuredTrials: 3, passedTrials: 2, failedTrials: 1 }] },
  });
});

test('one report settles several cases, and each model of a case counts as one', async () => {
  const runId = await start(
    [
      echoCase('a', { iterations: 4, passThreshold: 1 }),
      echoCase('b', { iterations: 4, passThreshold: 1 }),
      echoCase('c', { iterations: 4, passThreshold: 1 }),
    ],
    { earlyStopping: {} },
  );
  const held = await takeSome(runId, 3);
  await runs.db.pool.query(
    `update iterations set model = case when iteration_number % 2 = 1 then 'x/odd' else 'x/even' end where run_id = $1 and case_position = 2`,
    [runId],
  );
  await runs.report(held, wrongly);
  const left = (await skippedOf(runId)).map(({ testCaseId, iterationNumber }) => `${testCaseId}${iterationNumber}`);
  expect(left).toEqual(['a2', 'a3', 'a4', 'b2', 'b3', 'b4', 'c3']);
});

test('a case that is still open keeps its iterations', async () => {
  const runId = await start([echoCase('open', { iterations: 4, passThreshold: 0.5 })], { earlyStopping: {} });
  const [one, two] = await takeSome(runId, 2);
  await runs.report([one!], correctAnswer);
  await runs.report([two!], wrongly);
  expect(await skippedOf(runId)).toEqual([]);
});

test('a report that settles a case while its iterations are leased skips or runs each one', async () => {
  for (let i = 0; i < 5; i++) {
    const runId = await start([echoCase('sure', { iterations: 10, passThreshold: 1 })], { earlyStopping: {} });
    const held = await takeSome(runId, 1);
    const [, taken] = await Promise.all([runs.report(held, wrongly), takeSome(runId, 5)]);
    await runs.report(taken, correctAnswer);
    await runs.report(await take(runId), correctAnswer);
    const seqs = (
      await runs.db.pool.query<{ seq: number }>('select seq from iterations where run_id = $1 order by seq', [runId])
    ).rows.map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 10 }, (_, n) => n + 1));
    expect(await read(runId)).toMatchObject({
      status: 'completed',
      result: 'failed',
      decision: { validity: { holds: true } },
    });
  }
});

describe('with a gating judge', () => {
  const judge = Buffer.from('{"enabled":true,"model":"scripted/rules","autoRun":true,"threshold":0.7,"role":"gating"}');
  const ten = () => [echoCase('judged', { iterations: 10, passThreshold: 0.5 })];

  test('a passing case is not settled, because the judge may fail its iterations', async () => {
    const runId = await start(ten(), { earlyStopping: {} }, { judge });
    await runs.report(await takeSome(runId, 6), correctAnswer);
    expect(await skippedOf(runId)).toEqual([]);
    await runs.report(await take(runId), correctAnswer);
  });

  test('a failing case is settled', async () => {
    const runId = await start(ten(), { earlyStopping: {} }, { judge });
    await runs.report(await takeSome(runId, 6), wrongly);
    expect(await skippedOf(runId)).toHaveLength(4);
  });
});

test('without early stopping every iteration runs', async () => {
  const runId = await start([echoCase('sure', { iterations: 4, passThreshold: 1 })], {});
  await runs.report(await takeSome(runId, 1), wrongly);
  expect(await take(runId)).toHaveLength(3);
});
