import { join } from 'node:path';
import { takeTurn } from '@assay/kit/postgres/turns';
import { rows, sql } from '@assay/kit/postgres/db';
import { withOneConnection } from '@assay/testkit/database/one-connection';
import { waitUntil } from '@assay/testkit/until';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ folders: [join(import.meta.dirname, '../../migrations')] });
});
afterAll(() => db.drop());

const running = new AbortController().signal;
const EVERY_MS = 3_600_000;
/** The work asks Postgres for something itself, with the one connection that there is. */
const take = (what: string, work: () => Promise<void>, signal = running) =>
  withOneConnection(db.pool, (pool) =>
    takeTurn({ what, everyMs: EVERY_MS }, pool, signal, async () => {
      await pool.query('select');
      await work();
    }),
  );
/** Moves the time forward by minutes. */
const pass = (minutes: number) =>
  db.pool.query(sql`update task_turns set free_at = free_at - ${minutes} * interval '1 minute'`);

test('of several attempts at a turn one works, without a connection; the next an hour later', async () => {
  let works = 0;
  const count = async () => void works++;
  const { promise: ending, resolve: end } = Promise.withResolvers<void>();
  const first = take('retention', () => count().then(() => ending));
  await waitUntil(() => works === 1);
  await take('another thing', count);
  expect(works).toBe(2);
  await take('retention', count);
  expect(works).toBe(2);
  end();
  await first;
  await take('retention', count);
  await pass(50);
  await take('retention', count);
  expect(works).toBe(2);
  await pass(10);
  await take('retention', count);
  expect(works).toBe(3);
});

test('a turn is left by work that fails or stops, and by a vanished holder after ten minutes', async () => {
  await expect(take('work', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  let works = 0;
  const count = async () => void works++;
  await take('work', count, AbortSignal.abort());
  expect(works).toBe(1);
  const vanished = Promise.withResolvers<void>();
  const first = take('work', () => vanished.promise);
  const isTaken = async () =>
    (await rows(db.pool, sql`select from task_turns where name = 'work' and free_at > now()`)).length === 1;
  await waitUntil(isTaken);
  await take('work', count);
  expect(works).toBe(1);
  await pass(11);
  await take('work', count);
  expect(works).toBe(2);
  vanished.resolve();
  await first;
});
