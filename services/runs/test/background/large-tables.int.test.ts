import { join } from 'node:path';
import { eventMigrations } from '@assay/kit/bus/migrations';
import { sql, type Tx } from '@assay/kit/postgres/db';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { readCostOf } from '@assay/testkit/database/read-cost';
import { insightsMigrations } from '@assay/findings/migrations';
import { transcriptMigrations } from '@assay/transcripts/migrations';
import { workMigrations } from '@assay/work/migrations';
import { deleteOldRuns } from '../../src/actions/eval-runs/delete-old-runs.ts';
import { claimOldRuns } from '../../src/store/eval-runs/old-runs.ts';
import { countRunsByVerdict } from '../../src/store/eval-runs/runs.ts';

const folders = [
  eventMigrations,
  workMigrations,
  transcriptMigrations,
  insightsMigrations,
  join(import.meta.dirname, '../../migrations'),
];
const RUNS = 400;
const kept = { organizationId: 'org', days: 30 };

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase({ folders });
  // One run a day, the oldest first.
  await database.pool.query(sql`
    insert into runs (id, project_id, organization_id, suite_id, run_number, source, spec, status, result, is_baseline, total, deadline_at, created_at, completed_at)
    select 'run_' || to_char(n, 'FM000'), 'prj', 'org', 'suite', n, 'api', to_json(repeat('x', 2000)), 'completed', 'passed', false, 900, now(),
           at, at
    from generate_series(1, ${RUNS}::int) n, lateral (select now() - make_interval(days => 1000 - n) as at) ended`);
});
afterEach(() => database.drop());

/** Labels the oldest runs. */
const labelOldest = (runs: number) =>
  database.pool.query(sql`
    with labelled as (
      insert into iterations (id, run_id, position, case_position, iteration_number)
      select 'iter_' || id, id, 0, 0, 1 from runs where run_number <= ${runs} returning id, run_id)
    insert into labels (iteration_id, user_id, suite_id, run_id, verdict)
    select id, 'usr', 'suite', run_id, 'passed' from labelled`);

test('a batch of retention does not read the kept runs again that an earlier batch passed', async () => {
  const labelled = 300;
  await labelOldest(labelled);
  await database.pool.query('vacuum (analyze) runs, labels, iterations');
  const since = await deleteOldRuns(database.pool, kept, null);
  const rowsFrom = async (from: Date | null) =>
    (await readCostOf(database.pool, 'runs', (db) => claimOldRuns(db as Tx, kept, from))).rows;
  const [again, onwards] = [await rowsFrom(null), await rowsFrom(since)];
  expect(again - onwards).toBeGreaterThanOrEqual(labelled);
});

test("the counts of a project's runs are read from an index", async () => {
  await database.pool.query('vacuum (analyze) runs');
  const { blocks } = await readCostOf(database.pool, 'runs', (db) => countRunsByVerdict(db, 'prj', {}, 10_001));
  expect(blocks).toBeLessThan(RUNS / 10);
});
