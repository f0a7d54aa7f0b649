import { sql } from '@assay/kit/postgres/db';
import { readCostOf } from '@assay/testkit/database/read-cost';
import { listOpenWork } from '@assay/work/queue/open-work';
import { database, giveBack, lease, make, makeFor, silence } from '../support/work-fixture.ts';

const openWork = () => listOpenWork(database.pool);
/** Ages items by at least this number of seconds: the column rounds to milliseconds, half of them up. */
const setAge = (seconds: number, id?: string) =>
  database.pool.query(sql`
    update work set created_at = date_trunc('milliseconds', now() - ${seconds} * interval '1 s') where id = coalesce(${id}, id)`);

test('open work is counted by kind and labels, waiting and held apart', async () => {
  await make('a', 'b', 'c');
  await makeFor('prj2', ['d'], 'dream', { labels: ['lab'] });
  await makeFor('prj3', ['e'], 'think', { organizationId: 'org' });
  await lease('r1', 1);
  expect(await openWork()).toEqual([
    { kind: 'dream', labels: ['lab'], waiting: 1, held: 0, oldestAgeSeconds: expect.any(Number) },
    { kind: 'think', labels: [], waiting: 3, held: 1, oldestAgeSeconds: expect.any(Number) },
  ]);
});

test('an item waits again when its runner is silent or gives it back', async () => {
  await make('a', 'b');
  const [first] = await lease('r1', 2);
  expect(await openWork()).toMatchObject([{ waiting: 0, held: 2, oldestAgeSeconds: 0 }]);
  await giveBack(first!);
  expect(await openWork()).toMatchObject([{ waiting: 1, held: 1 }]);
  await silence();
  expect(await openWork()).toMatchObject([{ waiting: 2, held: 0 }]);
});

test('items for one runner, cancelled items and lost items wait for no runner', async () => {
  await makeFor('prj', ['pinned'], 'think', { runnerId: 'r2' });
  expect(await openWork()).toEqual([]);
  await makeFor('prj', ['cancelled', 'lost'], 'think', { maxAttempts: 1 });
  await lease('r1', 2);
  await database.pool.query(`update work set is_cancelled = true where id = 'cancelled'`);
  await silence();
  expect(await openWork()).toMatchObject([{ waiting: 0, held: 0, oldestAgeSeconds: 0 }]);
});

test('the age is of the queue that has waited longest, since its last hand-out', async () => {
  await makeFor('prj', ['a', 'b'], 'think', { group: 'job' });
  await setAge(600);
  expect((await openWork())[0]!.oldestAgeSeconds).toBeGreaterThanOrEqual(600);
  await lease('r1', 1);
  expect((await openWork())[0]!.oldestAgeSeconds).toBeLessThan(300);
  await makeFor('prj', ['c']);
  await setAge(400, 'c');
  const { oldestAgeSeconds } = (await openWork())[0]!;
  expect(oldestAgeSeconds).toBeGreaterThanOrEqual(400);
  expect(oldestAgeSeconds).toBeLessThan(600);
});

test('the count reads at most 1,000 items of a queue, however many wait', async () => {
  await database.pool.query(sql`
    insert into work (id, kind, project_id, task, timeout_ms)
    select gen_random_uuid(), 'think', 'prj_' || i % 2, '', 1000 from generate_series(1, 20000) i`);
  await database.pool.query('analyze work');
  const { rows } = await readCostOf(database.pool, 'work', listOpenWork);
  // And the head of each queue, and the look for a queue after the last one.
  expect(rows).toBeLessThanOrEqual(2_003);
  expect(await openWork()).toMatchObject([{ kind: 'think', waiting: 2_000 }]);
});
