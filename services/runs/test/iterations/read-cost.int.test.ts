import type { Db } from '@assay/kit/postgres/db';
import { readCostOf } from '@assay/testkit/database/read-cost';
import { findGraded } from '../../src/store/eval-runs/cases.ts';
import { findIterationDetail } from '../../src/store/iterations/iteration-detail.ts';
import { findRecording } from '../../src/store/iterations/recordings.ts';
import { findScreenshot } from '../../src/store/iterations/screenshots.ts';
import { findAttempt, listLatestParts } from '../../src/store/iterations/traces.ts';
import { findLabelled } from '../../src/store/judges/labels.ts';
import { openRuns, type RunsFixture } from '../support/harness.ts';
import { runBench } from '../support/run-bench.ts';

let runs: RunsFixture;
let iteration: Record<'projectId' | 'runId' | 'iterationId', string>;
const { start, iterations } = runBench(() => runs);
beforeAll(async () => {
  runs = await openRuns();
  const runId = await start({ cases: 50 });
  const iterationId = (await iterations(runId))[0]!.id;
  const { rows } = await runs.db.pool.query<{ projectId: string }>(
    'select project_id as "projectId" from runs where id = $1',
    [runId],
  );
  await runs.db.pool.query(`insert into iteration_screenshots (iteration_id, id, body) values ($1, 'shot_1', '')`, [
    iterationId,
  ]);
  iteration = { projectId: rows[0]!.projectId, runId, iterationId };
});
afterAll(() => runs.close());

test.each<[string, (db: Db) => Promise<unknown>]>([
  ['a trace', (db) => findAttempt(db, iteration)],
  ['the parts of a trace', (db) => listLatestParts(db, iteration, { after: -1, limit: 10 })],
  ['a recording', (db) => findRecording(db, iteration.projectId, iteration.runId, iteration.iterationId)],
  ['an iteration and its failed neighbours', (db) => findIterationDetail(db, iteration)],
  ['a grade', (db) => findGraded(db, iteration.projectId, iteration.runId, iteration.iterationId)],
  ['a label', (db) => findLabelled(db, iteration)],
  ['a screenshot', (db) => findScreenshot(db, { ...iteration, screenshotId: 'shot_1' })],
])('a read of %s reads one iteration of its run when Postgres has no statistics', async (_, read) => {
  expect((await readCostOf(runs.db.pool, 'iterations', read)).rows).toBe(1);
});
