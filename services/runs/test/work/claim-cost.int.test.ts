import { join } from 'node:path';
import { eventMigrations } from '@assay/kit/bus/migrations';
import { rows, sql, transaction } from '@assay/kit/postgres/db';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { readCostOf } from '@assay/testkit/database/read-cost';
import { insightsMigrations } from '@assay/findings/migrations';
import { transcriptMigrations } from '@assay/transcripts/migrations';
import { workMigrations } from '@assay/work/migrations';
import { claimIterations, extendLeases } from '../../src/store/work/leases.ts';

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
afterAll(() => database.drop());

const request = { runnerId: 'r1', count: 8, labels: [], takesUnlabelled: true, scope: {} };
const claimCost = () => readCostOf(database.pool, 'iterations', (db) => claimIterations(db, request, 15_000, 3));

const addIterations = (from: number, to: number) =>
  database.pool.query(sql`
    insert into iterations (id, run_id, position, case_position, iteration_number)
    select r.id || '/' || i, r.id, i, 0, i from runs r, generate_series(${from}::int, ${to}::int) i`);

test('a claim costs the same with 1,000 and with 10,000 iterations of each run', async () => {
  await database.pool.query(`
    insert into runs (id, project_id, organization_id, suite_id, run_number, source, spec, total, deadline_at)
    select 'run' || i, 'prj' || i, 'org', 'suite', i, 'api', '{}', 1, now() from generate_series(1, 3) i`);
  await database.pool.query(`
    insert into run_cases (run_id, position, case_id, title, body, needs_inventory)
    select id, 0, 'case', 'title', '{}', false from runs`);
  await addIterations(1, 1_000);
  await database.pool.query('analyze iterations');
  const before = await claimCost();
  await addIterations(1_001, 10_000);
  await database.pool.query('analyze iterations');
  const after = await claimCost();
  expect(after.rows).toBe(before.rows);
  // The trees of the indexes are higher.
  expect(after.blocks).toBeLessThan(before.blocks * 2);
});

test('a lease commits without waiting for the disk, and later statements of its connection wait', async () => {
  const client = await database.pool.connect();
  const waits = async () => (await client.query('show synchronous_commit')).rows[0]!.synchronous_commit;
  try {
    await client.query('set synchronous_commit = on');
    await client.query('begin');
    expect(await claimIterations(client, request, 15_000, 3)).toHaveLength(8);
    expect(await waits()).toBe('off');
    await client.query('commit');
    expect(await waits()).toBe('on');
  } finally {
    client.release(true);
  }
});

test('leases and heartbeats of iterations write to no index', async () => {
  // Versions that earlier tests left take the room of new ones.
  await database.pool.query('vacuum iterations');
  await transaction(database.pool, async (tx) => {
    const claimed = await claimIterations(tx, { ...request, count: 16 }, 15_000, 3);
    const held = claimed.map(({ id, fence }) => ({ id, fence, waiting: undefined }));
    expect(await extendLeases(tx, held, 15_000)).toHaveLength(16);
    const [changed] = await rows<{ updates: number; hot: number }>(
      tx,
      sql`
      select pg_stat_get_xact_tuples_updated('iterations'::regclass)::int as updates,
             pg_stat_get_xact_tuples_hot_updated('iterations'::regclass)::int as hot`,
    );
    expect(changed!.updates).toBeGreaterThanOrEqual(32);
    expect(changed!.hot).toBe(changed!.updates);
  });
});
