import { eventMigrations } from '@assay/kit/bus/migrations';
import type { Caller } from '@assay/kit/security/caller';
import { rows, sql, transaction, type Tx } from '@assay/kit/postgres/db';
import { findFirstReply, onceWithKey, deleteOldIdempotencyKeys } from '@assay/kit/requests/idempotency';
import { runInFlight } from '@assay/kit/requests/in-flight';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { range } from './harness.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ folders: [eventMigrations] });
  await database.pool.query(
    'create table things (id integer generated always as identity primary key, name text not null)',
  );
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('truncate things, idempotency_keys'));

const ada: Caller = { requestId: 'req_1', organizationId: 'org_1', userId: 'usr_ada', projectId: 'prj_1' };
const as = <T>(caller: Partial<Caller>, work: () => Promise<T>, method = '/assay.v1.Test/Make'): Promise<T> =>
  runInFlight(
    { caller: { ...ada, ...caller }, method, deadline: Date.now() + 60_000, signal: new AbortController().signal },
    work,
  );

const insert = async (tx: Tx, name: string) =>
  (
    await rows<{ id: number; name: string }>(tx, sql`insert into things (name) values (${name}) returning id, name`)
  )[0]!;
const request = (body: object, key: string | undefined, target = {}) => ({ key, target, body });
/** A service that handles a request: one transaction that makes a thing. */
const make = (body: { name: string }, key: string | undefined = 'key', target?: object) =>
  transaction(database.pool, (tx) => onceWithKey(tx, request(body, key, target), () => insert(tx, body.name)));
const things = async () =>
  (await rows<{ name: string }>(database.pool, sql`select name from things order by id`)).map(({ name }) => name);
/** Ages the keys by whole milliseconds, the precision of the column: rounding up would make them younger. */
const age = (hours: number) =>
  database.pool.query(
    sql`update idempotency_keys set created_at = date_trunc('milliseconds', now()) - make_interval(hours => ${hours})`,
  );

test('a repetition is answered what the first request was, and makes nothing', async () => {
  const first = await as({}, () => make({ name: 'a' }));
  expect(first).toMatchObject({ replayed: false, reply: { name: 'a' } });
  expect(await as({}, () => make({ name: 'a' }))).toEqual({ replayed: true, reply: first.reply });
  expect(await as({}, () => findFirstReply(database.pool, request({ name: 'a' }, 'key')))).toEqual(first.reply);
  expect(await things()).toEqual(['a']);
});

test('the order of the keys of a body says nothing, those inside included', async () => {
  const body = (tags: object) => ({ name: 'a', tags });
  await as({}, () => make(body({ a: 1, b: [{ c: 1, d: 2 }] })));
  expect(await as({}, () => make({ tags: { b: [{ d: 2, c: 1 }], a: 1 }, name: 'a' } as never))).toMatchObject({
    replayed: true,
  });
});

test.each<[string, { name: string }, object]>([
  ['another body', { name: 'b' }, {}],
  ['another target', { name: 'a' }, { serverId: 'srv_1' }],
])('%s under the key is a conflict that makes nothing', async (_, body, target) => {
  await as({}, () => make({ name: 'a' }));
  const refused = { code: 'CONFLICT', details: { reason: 'IDEMPOTENCY_CONFLICT' } };
  await expect(as({}, () => make(body, 'key', target))).rejects.toMatchObject(refused);
  await expect(as({}, () => findFirstReply(database.pool, request(body, 'key', target)))).rejects.toMatchObject(
    refused,
  );
  expect(await things()).toEqual(['a']);
});

test.each<[string, Partial<Caller>, string]>([
  ['another user', { userId: 'usr_bob' }, '/assay.v1.Test/Make'],
  ['another organization', { organizationId: 'org_2' }, '/assay.v1.Test/Make'],
  ['another project', { projectId: 'prj_2' }, '/assay.v1.Test/Make'],
  ['another RPC', {}, '/assay.v1.Test/MakeOther'],
])('the same key of %s is another key', async (_, caller, rpc) => {
  await as({}, () => make({ name: 'a' }));
  expect(await as(caller, () => make({ name: 'b' }), rpc)).toMatchObject({ replayed: false, reply: { name: 'b' } });
  expect(await things()).toEqual(['a', 'b']);
});

test.each(['', '   ', 'k'.repeat(257)])('under the key %j every request makes a thing', async (key) => {
  await as({}, () => make({ name: 'a' }, key));
  expect(await as({}, () => make({ name: 'a' }, key))).toMatchObject({ replayed: false });
  expect(await things()).toEqual(['a', 'a']);
});

test('of many requests at once one makes the thing and all others are answered it', async () => {
  const answers = await Promise.all(range(8).map(() => as({}, () => make({ name: 'a' }))));
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(answers.map(({ reply }) => reply.id)).size).toBe(1);
  expect(await things()).toEqual(['a']);
});

test('a repeated request waits for the first one, and makes the thing when that one fails', async () => {
  const failing = Promise.withResolvers<never>();
  const first = as({}, () =>
    transaction(database.pool, (tx) =>
      onceWithKey(tx, request({ name: 'a' }, 'key'), async () => {
        await insert(tx, 'lost');
        return failing.promise;
      }),
    ),
  );
  await waitUntil(
    async () =>
      (
        await rows(
          database.pool,
          sql`select from pg_stat_activity where query like 'insert into things%' and state = 'idle in transaction' and datname = current_database()`,
        )
      ).length === 1,
  );
  const second = as({}, () => make({ name: 'a' }));
  await waitUntil(
    async () =>
      (
        await rows(
          database.pool,
          sql`select from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'transactionid' and datname = current_database()`,
        )
      ).length > 0,
  );
  failing.reject(new Error('half way'));
  await expect(first).rejects.toThrow('half way');
  expect(await second).toMatchObject({ replayed: false, reply: { name: 'a' } });
  expect(await things()).toEqual(['a']);
});

test('a request that failed leaves its key unused, also for another body', async () => {
  const refusal = new Error('refused');
  await expect(
    as({}, () =>
      transaction(database.pool, (tx) =>
        onceWithKey(tx, request({ name: 'a' }, 'key'), async () => {
          throw refusal;
        }),
      ),
    ),
  ).rejects.toBe(refusal);
  expect(await as({}, () => make({ name: 'b' }))).toMatchObject({ replayed: false });
});

test('a process that dies between claiming the key and its commit leaves the key unused', async () => {
  const tx = await database.pool.connect();
  await tx.query('begin');
  await as({}, () => onceWithKey(tx, request({ name: 'a' }, 'key'), () => insert(tx, 'lost')));
  // The connection breaks, as it does under a process that is killed.
  tx.release(true);
  expect(await as({}, () => make({ name: 'a' }))).toMatchObject({ replayed: false });
  expect(await things()).toEqual(['a']);
});

test('a key holds for a day, whether or not it was deleted after that', async () => {
  await as({}, () => make({ name: 'a' }));
  await age(23);
  expect(await as({}, () => make({ name: 'a' }))).toMatchObject({ replayed: true });
  await age(24);
  expect(await as({}, () => findFirstReply(database.pool, request({ name: 'a' }, 'key')))).toBeUndefined();
  const anew = await Promise.all(range(4).map(() => as({}, () => make({ name: 'b' }))));
  expect(anew.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await things()).toEqual(['a', 'b']);
});

test('keys are forgotten after a day, not before', async () => {
  await as({}, () => make({ name: 'a' }, 'old'));
  await age(24);
  await as({}, () => make({ name: 'b' }, 'recent'));
  await deleteOldIdempotencyKeys(database.pool);
  expect(await rows(database.pool, sql`select key from idempotency_keys`)).toEqual([{ key: 'recent' }]);
});
