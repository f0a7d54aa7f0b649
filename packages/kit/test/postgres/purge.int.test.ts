import { eventMigrations } from '@assay/kit/bus/migrations';
import { transaction } from '@assay/kit/postgres/db';
import { insertPurge, purgeSome, rowsOf, startPurging, type PurgeSteps } from '@assay/kit/postgres/purge';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { tablesLeftBehind } from '@assay/testkit/database/left-behind';
import { waitUntil } from '@assay/testkit/until';
import { log, range } from '../harness.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase({ folders: [eventMigrations] });
  await db.pool.query(`
    create table doors (project_id text);
    create table houses (id int generated always as identity primary key, project_id text not null);
    create table rooms (id int generated always as identity primary key, house_id int not null references houses)`);
});
afterEach(() => db.drop());

const steps: PurgeSteps = {
  project: [
    rowsOf('doors'),
    rowsOf('rooms', { where: 'house_id in (select id from houses where project_id = $1)', order: 'id' }),
    rowsOf('houses'),
  ],
};
const build = (projectId: string, rooms: number) =>
  db.pool.query(`
  with house as (insert into houses (project_id) values ('${projectId}') returning id), door as (insert into doors values ('${projectId}'))
  insert into rooms (house_id) select id from house, generate_series(1, ${rooms})`);
const count = async (of: string) =>
  (await db.pool.query<{ n: number }>(`select count(*)::int as n from ${of}`)).rows[0]!.n;
const requestPurge = (...ids: string[]) =>
  transaction(db.pool, async (tx) => {
    for (const id of ids) await insertPurge(tx, 'project', id);
  });
const purgeAll = async () => {
  while (await purgeSome(db.pool, steps));
};
const laterBy = (interval: string) =>
  db.pool.query(
    `update purges set requested_at = requested_at - interval '${interval}', due_at = due_at - interval '${interval}'`,
  );

test('everything of an owner that is gone goes, in batches, and nothing of another', async () => {
  await build('gone', 2_500);
  await build('kept', 10);
  await requestPurge('gone');
  await purgeSome(db.pool, steps);
  expect(await count('doors')).toBe(1);
  await purgeSome(db.pool, steps);
  expect([await count('rooms'), await count('houses')]).toEqual([1_510, 2]);
  await purgeAll();
  expect([await count('doors'), await count('rooms'), await count('houses')]).toEqual([1, 10, 1]);
});

test('what is said twice stands once', async () => {
  await requestPurge('gone', 'gone');
  await requestPurge('gone');
  expect(await count('purges')).toBe(1);
});

test('one that is broken off in the middle goes on where it was', async () => {
  await build('gone', 10);
  await db.pool.query(`insert into doors select 'gone' from generate_series(1, 3499)`);
  await requestPurge('gone');
  const holder = await db.pool.connect();
  try {
    // A row of the third batch holds up the purge, which is ended there.
    await holder.query('begin; select from doors where ctid = (select ctid from doors limit 1 offset 2500) for update');
    const broken = startPurging(db.pool, steps, log);
    await waitUntil(
      async () =>
        (
          await db.pool.query(`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        ).rowCount === 1,
    );
    await broken.stop();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect([await count('doors'), await count('rooms')]).toEqual([1_500, 10]);
  await db.pool.query('update purges set due_at = now()');
  const resumed = startPurging(db.pool, steps, log);
  await waitUntil(async () => (await count('houses')) === 0);
  await resumed.stop();
  expect([await count('doors'), await count('rooms')]).toEqual([0, 0]);
});

test('a row that another transaction writes during its deletion is not taken for the last one', async () => {
  await build('gone', 0);
  await requestPurge('gone');
  await transaction(db.pool, async (writer) => {
    await writer.query(`update doors set project_id = project_id`);
    const taking = purgeSome(db.pool, steps);
    await waitUntil(
      async () =>
        (
          await db.pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount === 1,
    );
    await writer.query('commit; begin');
    await taking;
  });
  expect([await count('doors'), await count('houses')]).toEqual([1, 1]);
  await purgeAll();
  expect([await count('doors'), await count('houses')]).toEqual([0, 0]);
});

test('what is to go is due at once', async () => {
  const due = () =>
    transaction(db.pool, async (tx) => {
      await insertPurge(tx, 'project', 'gone');
      const { rows } = await tx.query<{ due: boolean }>('delete from purges returning due_at <= now() as due');
      return rows[0]!.due;
    });
  for (const _ of range(20)) expect(await due()).toBe(true);
});

test('two that work at once share the owners and get done', async () => {
  for (const n of range(4)) await build(`gone ${n}`, 1_200);
  await requestPurge(...range(4).map((n) => `gone ${n}`));
  await Promise.all([purgeAll(), purgeAll()]);
  await purgeAll();
  expect([await count('rooms'), await count('houses')]).toEqual([0, 0]);
});

test('what must stop at once does so for an owner that goes while a large one is being removed', async () => {
  await build('large', 3_000);
  await requestPurge('large');
  await purgeSome(db.pool, steps);
  await purgeSome(db.pool, steps);
  await build('small', 1);
  await requestPurge('small');
  await purgeSome(db.pool, steps);
  expect([await count(`doors where project_id = 'small'`), (await count('rooms')) > 1]).toEqual([0, true]);
});

test('a last pass finds rows written while their owner was deleted, then forgets the owner', async () => {
  await build('gone', 1);
  await requestPurge('gone');
  await purgeAll();
  await build('gone', 1);
  await laterBy('59 minutes');
  await purgeAll();
  expect([await count('purges'), await count('houses')]).toEqual([1, 1]);
  await laterBy('1 minute');
  await purgeAll();
  expect([await count('purges'), await count('houses')]).toEqual([0, 0]);
});

test('an owner that cannot be removed holds up no other, and is tried again', async () => {
  await build('stuck', 1);
  await db.pool.query(`create table guests (room_id int references rooms); insert into guests select id from rooms`);
  await requestPurge('stuck');
  await expect(purgeSome(db.pool, steps).then(() => purgeSome(db.pool, steps))).rejects.toThrow('guests');
  await build('gone', 1);
  await requestPurge('gone');
  await purgeAll();
  expect(await count(`houses where project_id = 'gone'`)).toBe(0);
  await db.pool.query('drop table guests; update purges set due_at = now()');
  await purgeAll();
  expect(await count('houses')).toBe(0);
});

test('a table that the list forgets is named', async () => {
  await db.pool.query(
    'create table cellars (house_id int references houses on delete cascade); create table stables (project_id text)',
  );
  const own = ['idempotency_keys', 'inbox', 'migrations', 'outbox', 'purges', 'task_turns'];
  expect(
    await tablesLeftBehind(
      db.pool,
      steps.project!.map(({ table }) => table),
    ),
  ).toEqual([...own, 'stables'].sort());
});
