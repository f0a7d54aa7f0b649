import { eventMigrations } from '@assay/kit/bus/migrations';
import { pause } from '@assay/kit/concurrency/back-off';
import { rows, sql } from '@assay/kit/postgres/db';
import { keepSession, type PostgresSession } from '@assay/kit/postgres/session';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { createLog } from '@assay/kit/log';
import { log } from '../harness.ts';

let database: TestDatabase;
const jobs: ReturnType<typeof keepSession>[] = [];
beforeAll(async () => {
  database = await testDatabase({ folders: [eventMigrations] });
});
afterEach(() => Promise.all(jobs.splice(0).map((job) => job.stop())));
afterAll(() => database.drop());

const keep = (work: (session: PostgresSession) => Promise<void>) => {
  const job = keepSession('a job', database.pool, log, work);
  jobs.push(job);
  return job;
};
const untilEnd = async ({ signal }: PostgresSession) => {
  while (!signal.aborted) await pause(60_000, signal);
};
const pidOf = async ({ db }: PostgresSession) =>
  (await rows<{ pid: number }>(db, sql`select pg_backend_pid() as pid`))[0]!.pid;

test('the jobs of a pool share a connection, and get another one when it is lost', async () => {
  const pids: Record<string, number[]> = { one: [], other: [] };
  for (const list of Object.values(pids))
    keep(async (session) => {
      list.push(await pidOf(session));
      await untilEnd(session);
    });
  await waitUntil(() => pids.one!.length === 1 && pids.other!.length === 1);
  expect(pids.one).toEqual(pids.other);
  await database.pool.query('select pg_terminate_backend($1)', pids.one);
  await waitUntil(() => pids.one!.length === 2 && pids.other!.length === 2);
  expect(pids.one).toEqual(pids.other);
  expect(pids.one![0]).not.toBe(pids.one![1]);
});

test('a job that fails gives up its claim and notifications, and the others keep the connection', async () => {
  const heard: string[] = [];
  let runs = 0;
  keep(async (session) => {
    runs++;
    expect(await session.claim('outbox')).toBe(true);
    await session.onNotification('some_news', (payload) => heard.push(`${runs} ${payload}`));
    if (runs === 1) throw new Error('once');
    await untilEnd(session);
  });
  let others = 0;
  keep(async (session) => {
    others++;
    await untilEnd(session);
  });
  await waitUntil(() => runs === 2);
  await waitUntil(async () => {
    await database.pool.query(`select pg_notify('some_news', 'read')`);
    return heard.length > 0;
  });
  expect(new Set(heard)).toEqual(new Set(['2 read']));
  expect(others).toBe(1);
});

test('a statement that fails is told by its own job, and the others just begin anew', async () => {
  const lines: string[] = [];
  const quiet = createLog('test', 'warn', {
    write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg),
  });
  const [ready, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let others = 0;
  jobs.push(
    keepSession('the other', database.pool, quiet, async (session) => {
      await pidOf(session);
      others++;
      ready.resolve();
      if (others > 1) return untilEnd(session);
      await failed.promise;
      await pidOf(session);
    }),
  );
  await ready.promise;
  let runs = 0;
  jobs.push(
    keepSession('the first', database.pool, quiet, async (session) => {
      if (++runs > 1) return untilEnd(session);
      await session.db.query(sql`select * from no_such_table`).finally(failed.resolve);
    }),
  );
  await waitUntil(() => others === 2 && runs === 2);
  expect(lines).toEqual(['the first was interrupted and starts again']);
});

test('of two jobs of one connection one has a claim, and the other when that ends', async () => {
  const claims: string[] = [];
  const claim = (name: string) => async (session: PostgresSession) => {
    while (!session.signal.aborted && !(await session.claim('outbox'))) await pause(10, session.signal);
    claims.push(name);
    await untilEnd(session);
  };
  const first = keep(claim('first'));
  await waitUntil(() => claims.length === 1);
  keep(claim('second'));
  await first.stop();
  await waitUntil(() => claims.length === 2);
  expect(claims).toEqual(['first', 'second']);
});
