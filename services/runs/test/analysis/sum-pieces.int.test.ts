import { operations } from '@assay/contract/operations';
import { sumUpLargeRuns } from '../../src/background/summing.ts';
import { PIECE } from '../../src/store/analysis/sum-pieces.ts';
import { openRuns, type RunsFixture } from '../support/harness.ts';
import { runBench } from '../support/run-bench.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { start } = runBench(() => runs);
const analytics = (runId: string) => runs.call(operations.getEvalRunStageAnalytics, { runId }, {});
const ITERATIONS = 2.5 * PIECE;

/** A run that goes on, all of whose iterations have ended: of two tools, and a third of them with a failed call. */
async function largeRun(): Promise<string> {
  const runId = await start();
  await runs.db.pool.query(
    `insert into iterations (id, run_id, position, seq, case_position, iteration_number, status, result, grade)
     select $1 || '-' || n, $1, n, n, 0, n, 'completed', 'passed', json_build_object(
       'chain', json_build_object('status', 'verified', 'failureCategory', case when n % 3 = 0 then 'serverData' end, 'stages',
         json_build_array(json_build_object('stage', 'call', 'state', case when n % 3 = 0 then 'failed' else 'passed' end))),
       'actualToolCalls', json_build_array(json_build_object('serverName', 's', 'toolName', 't' || n % 2, 'isError', n % 3 = 0, 'latencyMs', n % 100)))
     from generate_series(1, $2::int) n`,
    [runId, ITERATIONS],
  );
  await runs.db.pool.query(`update runs set status = 'running', total = $2, finished = $2 where id = $1`, [
    runId,
    ITERATIONS,
  ]);
  return runId;
}
const end = (runId: string) =>
  runs.db.pool.query(`update runs set status = 'completed', result = 'passed', completed_at = now() where id = $1`, [
    runId,
  ]);

test('the first analytics of a large run read only the iterations that ended last', async () => {
  const [plain, summed] = [await largeRun(), await largeRun()];
  await end(plain);
  const { runId: _plain, suiteId: _suite, tools, ...expected } = await analytics(plain);
  expect(expected).toMatchObject({ iterations: ITERATIONS });

  for (let pass = 0; pass < 3; pass++) await sumUpLargeRuns(runs.db.pool);
  await end(summed);
  await runs.db.pool.query('delete from iterations where run_id = $1 and seq <= $2', [summed, 2 * PIECE]);
  const told = await analytics(summed);
  expect(told).toMatchObject(expected);
  for (const { p50LatencyMs, p95LatencyMs, ...tool } of tools) {
    const same = told.tools.find(({ toolName }) => toolName === tool.toolName)!;
    expect(same).toMatchObject(tool);
    expect(Math.abs(same.p50LatencyMs! / p50LatencyMs! - 1)).toBeLessThan(0.03);
    expect(Math.abs(same.p95LatencyMs! / p95LatencyMs! - 1)).toBeLessThan(0.03);
  }
  await runs.db.pool.query('delete from iterations where run_id = $1', [summed]);
  expect(await analytics(summed)).toEqual(told);
  expect((await runs.db.pool.query('select from run_sum_pieces where run_id = $1', [summed])).rows).toEqual([]);
});

test('a judgement that changed grades makes the sums of its run so far void', async () => {
  const runId = await largeRun();
  for (let pass = 0; pass < 2; pass++) await sumUpLargeRuns(runs.db.pool);
  await end(runId);
  await runs.db.pool.query(
    `insert into judgements (id, run_id, number, status, gating, standing, model, threshold, judge_version, total)
     values ('jdg', $1, 1, 'completed', true, 'measured', 'm', 0.7, 'v', 1)`,
    [runId],
  );
  await runs.db.pool.query('delete from iterations where run_id = $1 and seq <= $2', [runId, PIECE]);
  expect(await analytics(runId)).toMatchObject({ iterations: ITERATIONS - PIECE });
});
