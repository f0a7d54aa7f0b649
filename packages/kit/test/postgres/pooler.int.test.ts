import { join } from 'node:path';
import { pause } from '@assay/kit/concurrency/back-off';
import { createLog } from '@assay/kit/log';
import { lookup, openPool, prepared, rows, sql, transaction, type Pool } from '@assay/kit/postgres/db';
import { keepSession } from '@assay/kit/postgres/session';
import { takeTurn } from '@assay/kit/postgres/turns';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { startPgBouncer, whyNoPgBouncer, type PgBouncer } from '@assay/testkit/database/pg-bouncer';
import { waitUntil } from '@assay/testkit/until';

/** Fewer than the clients have, so that a client's transactions run on several connections. */
const POOL_SIZE = 2;
const log = createLog('test', 'silent');

(whyNoPgBouncer === undefined ? describe : describe.skip)(
  `a pool behind PgBouncer, which hands out connections by transaction${whyNoPgBouncer === undefined ? '' : `: ${whyNoPgBouncer}`}`,
  () => {
    let db: TestDatabase;
    let bouncer: PgBouncer;
    let pool: Pool;
    beforeAll(async () => {
      db = await testDatabase({ folders: [join(import.meta.dirname, '../../migrations')] });
      bouncer = await startPgBouncer([db.url], POOL_SIZE);
      pool = openPool(bouncer.urlOf(db.url), log, { max: 6, directUrl: db.url, keepsPrepared: false });
    });
    afterAll(async () => {
      await pool.end();
      await bouncer.stop();
      await db.drop();
    });

    test('runs prepared statements, lookups and transactions over connections that change', async () => {
      const values = Array.from({ length: 40 }, (_, i) => i);
      const pids = new Set<number>();
      const asked = values.flatMap((value) => [
        rows<{ n: number }>(pool, prepared`select ${value}::int as n`),
        rows<{ n: number }>(pool, lookup`select ${value}::int as n`),
        transaction(pool, async (tx) => {
          await tx.query(sql`select set_config('assay.n', ${String(value)}, true)`);
          const [found] = await rows<{ n: number; pid: number }>(
            tx,
            prepared`select current_setting('assay.n')::int as n, pg_backend_pid() as pid, ${value}::int as same`,
          );
          pids.add(found!.pid);
          // A fast machine needs no second connection unless the first transaction stays open.
          await waitUntil(() => pids.size === POOL_SIZE);
          return [found];
        }),
      ]);
      const got = (await Promise.all(asked)).map(([row]) => row!.n);
      expect(got).toEqual(values.flatMap((value) => [value, value, value]));
      expect(pids.size).toBe(POOL_SIZE);
    });

    test('hears notifications and keeps claims by the direct connection, and takes turns', async () => {
      const heard: string[] = [];
      const claims: boolean[] = [];
      const jobs = ['one', 'other'].map((name) =>
        keepSession(name, pool, log, async (session) => {
          await session.onNotification('some_news', (payload) => heard.push(payload));
          claims.push(await session.claim('outbox'));
          while (!session.signal.aborted) await pause(60_000, session.signal);
        }),
      );
      await waitUntil(() => claims.length === 2);
      expect(claims.filter(Boolean)).toEqual([true]);
      await rows(pool, sql`select pg_notify('some_news', 'written')`);
      await waitUntil(() => heard.length === 2);
      await Promise.all(jobs.map((job) => job.stop()));
      let works = 0;
      const signal = new AbortController().signal;
      for (let i = 0; i < 2; i++)
        await takeTurn({ what: 'work', everyMs: 60_000 }, pool, signal, async () => void works++);
      expect(works).toBe(1);
    });
  },
);
