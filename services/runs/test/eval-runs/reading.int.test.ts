import { operations } from '@assay/contract/operations';
import { trialStatistics, type VariantCounts } from '@assay/grading/statistics/trial-statistics';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { shownRun } from '../../src/flows/eval-runs/shown-run.ts';
import { ingestResult, reporterOf } from '../support/ingest.ts';
import { correctAnswer, runBench } from '../support/run-bench.ts';
import { echoCase, echoTranscript, openRuns, type RunsFixture } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { start, take, leased, cancel, read } = runBench(() => runs);
const reporter = reporterOf(() => runs);
const PER_CASE = { caseGrading: { minEligibleTrials: 0, minCompletionRate: 0.8, maxEvaluatorErrorRate: 0.1 } };

/** The statistics of a run's iterations, counted one by one. */
const recounted = async (runId: string, k?: number) =>
  trialStatistics(
    await rows<VariantCounts>(
      runs.db.pool,
      sql`
      select c.case_id, i.model,
             (count(*) filter (where i.status = 'completed' and not i.evaluator_error))::int as eligible,
             (count(*) filter (where i.status = 'completed' and not i.evaluator_error and i.result = 'passed'))::int as passed
      from run_cases c join iterations i on i.run_id = c.run_id and i.case_position = c.position
      where c.run_id = ${runId} group by c.run_id, c.position, i.model order by c.position, min(i.position)`,
    ),
    k,
  );

/** The statements of one read. */
async function statementsOf(read: (db: Db) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const query = (statement: { text: string }) => {
    texts.push(statement.text);
    return runs.db.pool.query(statement);
  };
  await read({ query } as Db);
  return texts;
}

/** Gives a run this many more case variants of ten ended iterations each. */
async function fillRun(runId: string, variants: number): Promise<void> {
  await runs.db.pool.query(
    `with cases as (
       insert into run_cases (run_id, position, case_id, title, iterations, body, needs_inventory)
       select $1, n, 'c' || n, 'c' || n, 10, '{}', false from generate_series(1, $2) n),
     made as (
       insert into run_variants (run_id, case_position, case_id, position, trials, eligible, passed)
       select $1, n, 'c' || n, n * 10, 10, 10, 5 from generate_series(1, $2) n),
     tallied as (update runs set total = total + 10 * $2, finished = finished + 10 * $2 where id = $1)
     insert into iterations (id, run_id, position, case_position, iteration_number, status, result)
     select $1 || '.' || n, $1, n, n / 10, n % 10 + 1, 'completed', 'passed' from generate_series(10, 10 * $2 + 9) n`,
    [runId, variants],
  );
}

test('a poll of a run is one query, which reads no iteration', async () => {
  const { runId } = await leased({ cases: 1 });
  await fillRun(runId, 200);
  const poll = () => statementsOf((db) => shownRun(db, { projectId: 'prj', runId }));
  const oneRead = [expect.not.stringMatching(/\b(iterations|run_cases)\b/)];
  expect(await poll()).toEqual(oneRead);
  await cancel(runId);
  expect(await poll()).toEqual(oneRead);
});

test('a read of a run that is over computes no statistics again', async () => {
  const { runId, items } = await leased({ cases: 2 });
  await runs.report(items, correctAnswer);
  const statistics = await recounted(runId);
  expect(await read(runId)).toMatchObject({ status: 'completed', trialStatistics: statistics });
  await runs.db.pool.query('update run_variants set passed = 0 where run_id = $1', [runId]);
  expect(await read(runId)).toMatchObject({ trialStatistics: statistics });
});

describe('a run has the statistics of its iterations', () => {
  test.each([
    ['by accuracy', {}],
    ['per case', PER_CASE],
  ])('when it is graded %s, at each step', async (name, suite) => {
    const suiteId = `steps_${name.replaceAll(' ', '_')}`;
    const cases = [echoCase('c0', { iterations: 3 }), echoCase('c1', { iterations: 2 })];
    runs.world.suites.set(suiteId, { cases, suite: { minimumAccuracy: 100, ...suite } });
    const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId });
    const items = await take(runId);
    for (const [i, item] of items.entries()) {
      await runs.report([item], i % 2 === 0 ? correctAnswer : () => echoTranscript('wrong'));
      expect((await read(runId)).trialStatistics).toEqual(await recounted(runId));
    }
    expect(await read(runId)).toMatchObject({ status: 'completed', trialStatistics: { passedTrials: 3 } });
    await runs.db.pool.query(`update iterations set result = 'failed' where run_id = $1`, [runId]);
    const { run } = await runs.call(operations.regradeEvalRun, { runId });
    expect(run.trialStatistics).toEqual(await recounted(runId));
    expect(run.trialStatistics).toMatchObject({ eligibleTrials: 5, passedTrials: 3 });
    expect(await read(runId)).toEqual(run);
  });

  test('when it is cancelled before its last iteration', async () => {
    const { runId, items } = await leased({ cases: 3 });
    await runs.report(items.slice(0, 2), correctAnswer);
    await cancel(runId);
    expect((await read(runId)).trialStatistics).toEqual(await recounted(runId));
  });

  test('when it is ingested in parts, with several models', async () => {
    const { runId } = await reporter.start({ expectedIterations: 5 });
    const result = (id: string, caseTitle: string, model: string, passed: boolean) =>
      ingestResult(id, { caseTitle, model, passed });
    await reporter.send(runId, [result('1', 'a', 'x/1', true), result('2', 'b', 'x/1', false)]);
    expect((await reporter.read(runId)).trialStatistics).toEqual(await recounted(runId));
    await reporter.send(runId, [
      result('3', 'a', 'x/2', true),
      result('4', 'a', 'x/1', false),
      result('1', 'a', 'x/1', true),
      result('5', 'b', 'x/1', true),
    ]);
    await reporter.finalize({ runId });
    const { trialStatistics: told } = await reporter.read(runId);
    expect(told).toEqual(await recounted(runId));
    expect(told!.cases.map(({ eligibleTrials, passedTrials }) => [eligibleTrials, passedTrials])).toEqual([
      [2, 1],
      [1, 1],
      [2, 1],
    ]);
  });

  test('for another k, also after its end', async () => {
    const { runId, items } = await leased({ cases: [echoCase('c0', { iterations: 3 })] });
    await runs.report(items, correctAnswer);
    expect((await runs.call(operations.getEvalRun, { runId }, { k: 2 })).trialStatistics).toEqual(
      await recounted(runId, 2),
    );
  });
});

describe('the fields of a run', () => {
  const readFields = (runId: string, fields: string) => runs.call(operations.getEvalRun, { runId }, { fields });

  test('are answered alone when they are asked for', async () => {
    const { runId, items } = await leased({ cases: 1 });
    await runs.report(items, correctAnswer);
    const whole = await read(runId);
    expect(await readFields(runId, 'status,summary')).toEqual({ status: whole.status, summary: whole.summary });
    expect(await readFields(runId, 'id, trialStatistics,judges')).toEqual({
      id: runId,
      trialStatistics: whole.trialStatistics,
      judges: whole.judges,
    });
    expect(await readFields(runId, 'cassette')).toEqual({});
  });

  test.each(['nonsense', 'status,', 'toString'])('are refused when they are "%s"', async (fields) => {
    const runId = await start();
    await expect(readFields(runId, fields)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/fields' }] },
    });
    await cancel(runId);
  });
});
