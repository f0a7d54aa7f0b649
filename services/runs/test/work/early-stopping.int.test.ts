import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { operations } from '@assay/contract/operations';
import type { Db } from '@assay/kit/postgres/db';
import { listOpenVariantsOf, skipPending } from '../../src/store/work/early-stopping.ts';
import { findFailingModel } from '../../src/store/work/settlements.ts';
import { runBench, correctAnswer } from '../support/run-bench.ts';
import { echoCase, openRuns, promptCase, echoTranscript, type RunsFixture, type HeldItem } from '../support/harness.ts';

let runs: RunsFixture;
let suites = 0;
beforeAll(async () => {
  runs = await openRuns();
  runs.world.models.hostedModels.push('scripted/one', 'scripted/two');
});
afterAll(() => runs.close());

const { take, read, iterations } = runBench(() => runs);
const caseGrading = { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 };
const caseOf = (item: HeldItem) => (JSON.parse(item.case.toString()) as FrozenCase).id;
const check = echoCase('c').steps[1]!;
const wrongly = () => echoTranscript('something else');

async function start(cases: FrozenCase[], body: object, suite: object = {}): Promise<string> {
  const suiteId = `early${++suites}`;
  runs.world.suites.set(suiteId, { cases, suite: { caseGrading, minimumAccuracy: 0, ...suite } });
  return (await runs.call(operations.createEvalRun, {}, { suiteId, ...body })).runId;
}
interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** The rows that the steps of a statement read, with the rows that a filter removed. */
async function rowsRead(ask: (db: Db) => Promise<unknown>): Promise<number> {
  let read = 0;
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const explained = await tx.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      text: `explain (analyze, format json) ${text}`,
      values,
    });
    const visit = (plan: Plan) => {
      const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
      read += (plan['Actual Rows'] + removed) * plan['Actual Loops'];
      plan.Plans?.forEach(visit);
    };
    visit(explained.rows[0]!['QUERY PLAN'][0].Plan);
    return { rows: [], rowCount: 0 };
  };
  const tx = await runs.db.pool.connect();
  // The plan of a large installation: Postgres reads a small table as a whole.
  await tx.query('begin; set local enable_seqscan = off');
  await ask({ query } as unknown as Db);
  await tx.query('rollback');
  tx.release();
  return read;
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
  const four = { iterations: 4, passThreshold: 1 };
  const models = [{ model: 'scripted/one' }, { model: 'scripted/two' }];
  const runId = await start(
    [
      echoCase('a', four),
      echoCase('b', four),
      promptCase('c', { ...four, models, steps: [...promptCase('c').steps, check] }),
    ],
    { earlyStopping: {} },
  );
  await runs.report(await takeSome(runId, 3), wrongly);
  const left = (await skippedOf(runId)).map(
    ({ testCaseId, iterationNumber, model }) => `${testCaseId}${iterationNumber}${model ?? ''}`,
  );
  expect(left).toEqual(['a2', 'a3', 'a4', 'b2', 'b3', 'b4', 'c2scripted/one', 'c3scripted/one', 'c4scripted/one']);
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

test('early stopping and the count of failures read few rows in a large run', async () => {
  const runId = await start(
    [
      echoCase('sure', { iterations: 4, passThreshold: 1 }),
      promptCase('other', { iterations: 900, models: [{ model: 'scripted/one' }] }),
    ],
    { earlyStopping: {} },
  );
  const held = await takeSome(runId, 2);
  await runs.report(held, wrongly);
  await runs.db.pool.query('analyze iterations, run_variants, run_cases');
  const ids = held.map(({ iterationId }) => iterationId);
  const sure = { casePosition: 0, model: null, threshold: 1, passed: 0, failed: 1, remaining: 3 };
  expect(await rowsRead((db) => listOpenVariantsOf(db, runId, ids))).toBeLessThan(50);
  expect(await rowsRead((db) => skipPending(db, runId, [sure]))).toBeLessThan(50);
  expect(await rowsRead((db) => findFailingModel(db, runId, ids, 3))).toBeLessThan(50);
});
