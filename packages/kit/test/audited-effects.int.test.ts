import { Problem } from '@assay/contract/problem';
import { AuditedEffects } from '@assay/kit/audit/audited-effects';
import { eventMigrations } from '@assay/kit/bus/migrations';
import { createLog } from '@assay/kit/log';
import { rows, sql } from '@assay/kit/postgres/db';
import { runInFlight } from '@assay/kit/requests/in-flight';
import { auditedChange } from '@assay/testkit/audit/audited-changes';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';

const log = createLog('test', 'silent');
const caller = { requestId: 'req_1', organizationId: 'org_1', userId: 'usr_1' };

let database: TestDatabase;
let effects: AuditedEffects;
/** Notifications to the relay. */
let notified: number;
let stopListening: () => void;
beforeAll(async () => {
  database = await testDatabase({ folders: [eventMigrations] });
  const [outbox] = await rows<{ oid: string }>(database.pool, sql`select 'outbox'::regclass::oid::text as oid`);
  const client = await database.pool.connect();
  client.on('notification', () => notified++);
  await client.query(`listen outbox_${outbox!.oid}`);
  stopListening = () => client.release(true);
});
afterAll(async () => {
  stopListening();
  await database.drop();
});
beforeEach(async () => {
  await database.pool.query('delete from outbox');
  notified = 0;
  effects = new AuditedEffects(database.pool, log);
});
afterEach(() => effects.stop());

const run = <T>(toolName: string, effect: () => Promise<T>, prepare = async () => undefined) =>
  runInFlight(
    { caller, method: '/assay.v1.Diagnostics/CallTool', deadline: Infinity, signal: new AbortController().signal },
    () => effects.run({ target: { toolName } }, prepare, effect),
  );

const entries = async () =>
  (await rows<{ value: Buffer }>(database.pool, sql`select value from outbox order by id`)).map(({ value }) => {
    const { outcome, target } = auditedChange(value);
    return `${target['toolName']} ${outcome}`;
  });

test('an effect is told of while it lasts', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const answer = run('pay', () => promise);
  await waitUntil(async () => notified === 1);
  expect(await entries()).toEqual(['pay started']);
  resolve('paid');
  expect(await answer).toBe('paid');
  await waitUntil(async () => notified === 2);
  expect(await entries()).toEqual(['pay started', 'pay done']);
});

test('the entries of effects of one moment wake the relay together', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, nr) => run(`tool ${nr}`, async () => undefined)));
  await effects.stop();
  await waitUntil(async () => notified > 0);
  expect(notified).toBeLessThan(5);
  expect(await entries()).toHaveLength(40);
});

test('an effect begins when its first entry is written and what it needs is found', async () => {
  await database.pool.query('alter table outbox rename to lost_outbox');
  let effectsDone = 0;
  const effect = async () => effectsDone++;
  await expect(run('pay', effect)).rejects.toThrow();
  await database.pool.query('alter table lost_outbox rename to outbox');
  const missing = async () => {
    throw new Problem('NOT_FOUND', 'There is no such server.');
  };
  await expect(run('pay', effect, missing)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await effects.stop();
  expect(effectsDone).toBe(0);
  expect(await entries()).toEqual(['pay started', 'pay failed']);
});

test('outcomes of an outage are written after it', async () => {
  await run('pay', async () => {
    await database.pool.query('alter table outbox rename to lost_outbox');
  });
  await run('look', async () => undefined).catch(() => undefined);
  await database.pool.query('alter table lost_outbox rename to outbox');
  await waitUntil(async () => (await entries()).length === 2);
  expect(await entries()).toEqual(['pay started', 'pay done']);
});
