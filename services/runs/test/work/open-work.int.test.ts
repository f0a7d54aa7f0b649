import { join } from 'node:path';
import { insightsMigrations } from '@assay/findings/migrations';
import { eventMigrations } from '@assay/kit/bus/migrations';
import { sql, transaction } from '@assay/kit/postgres/db';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { readCostOf } from '@assay/testkit/database/read-cost';
import { transcriptMigrations } from '@assay/transcripts/migrations';
import { workMigrations } from '@assay/work/migrations';
import { listOpenWork } from '@assay/work/queue/open-work';
import { enqueueWork } from '@assay/work/queue/work-queue';

const folders = [
  eventMigrations,
  workMigrations,
  transcriptMigrations,
  insightsMigrations,
  join(import.meta.dirname, '../../migrations'),
];

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ folders });
});
beforeEach(() => database.pool.query('truncate runs, iterations, work cascade'));
afterAll(() => database.drop());

const openWork = () => listOpenWork(database.pool);

/** A run that was created 600 s ago, with iterations that wait. */
async function makeRun(id: string, iterations: number, labels: string[] = [], status = 'running'): Promise<void> {
  await database.pool.query(sql`
    insert into runs (id, project_id, organization_id, suite_id, run_number, source, spec, total, runner_labels, status, created_at, deadline_at)
    values (${id}, 'prj', 'org', ${id}, 1, 'api', '{}', ${iterations}, ${labels}, ${status}, now() - interval '600 s', now())`);
  await database.pool.query(sql`
    insert into iterations (id, run_id, position, case_position, iteration_number)
    select ${id} || '/' || i, ${id}, i, 0, i from generate_series(1, ${iterations}::int) i`);
}

const lease = (id: string, seconds: number) =>
  database.pool.query(sql`
    update iterations set status = 'running', lease_until = now() + ${seconds} * interval '1 s' where id = ${id}`);

test('iterations of open runs and items of the queue are counted together', async () => {
  await makeRun('a', 3);
  await makeRun('b', 2, ['lab']);
  await makeRun('c', 4, [], 'cancelled');
  await transaction(database.pool, (tx) =>
    enqueueWork(tx, { id: 'w', kind: 'judge', projectId: 'prj', task: Buffer.from(''), timeoutMs: 1_000 }),
  );
  await lease('a/1', 10);
  await lease('a/2', -10);
  await database.pool.query(`update iterations set seq = 1, status = 'completed' where id = 'b/1'`);
  expect(await openWork()).toMatchObject([
    { kind: 'iteration', labels: [], waiting: 2, held: 1 },
    { kind: 'iteration', labels: ['lab'], waiting: 1, held: 0 },
    { kind: 'judge', labels: [], waiting: 1, held: 0 },
  ]);
});

test('a run waits since its last hand-out, and not while all of it is held', async () => {
  await makeRun('a', 2);
  expect((await openWork())[0]!.oldestAgeSeconds).toBeGreaterThanOrEqual(600);
  await database.pool.query(`update runs set served_at = now()`);
  expect((await openWork())[0]!.oldestAgeSeconds).toBeLessThan(300);
  await database.pool.query(`update runs set served_at = now() - interval '500 s'`);
  await lease('a/1', 10);
  await lease('a/2', 10);
  expect(await openWork()).toMatchObject([{ waiting: 0, held: 2, oldestAgeSeconds: 0 }]);
});

test('the count of a large run is exact, and reads at most 1,000 of its iterations', async () => {
  await makeRun('a', 12_000);
  await lease('a/1', 10);
  await database.pool.query(
    `update iterations set seq = position - 11900, status = 'completed' where position > 11900`,
  );
  await database.pool.query('update runs set finished = 100');
  await database.pool.query('analyze iterations');
  expect(await openWork()).toMatchObject([{ waiting: 11_899, held: 1 }]);
  const { rows } = await readCostOf(database.pool, 'iterations', listOpenWork);
  expect(rows).toBeLessThanOrEqual(1_000);
});
