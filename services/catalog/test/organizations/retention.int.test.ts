import { RetentionService } from '@assay/mesh/gen/assay/v1/retention';
import { createLog } from '@assay/kit/log';
import { startRetention, deleteOldEntries } from '../../src/background/retention.ts';
import { withOneConnection } from '@assay/testkit/database/one-connection';
import { waitUntil } from '@assay/testkit/until';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeEach(async () => {
  fixture = await startTestCatalog();
  await query(`insert into organizations (id, name) values ('org_silent', 'Silent')`);
});
afterEach(() => fixture.stop());

const forEver = { runs: 0, traces: 0, sessions: 0, audit: 0 };
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await fixture.pool.query(text, values)).rows as Row[];
const ids = async (table: string) =>
  (await query<{ id: string }>(`select id from ${table} order by id`)).map(({ id }) => id);
const count = async (of: string) => (await query<{ n: number }>(`select count(*)::int as n from ${of}`))[0]!.n;
const look = (fallback = forEver) =>
  withOneConnection(fixture.pool, (pool) => deleteOldEntries(pool, fallback, new AbortController().signal));
const set = (retention: object) =>
  query('insert into organization_settings (organization_id, retention) values ($1, $2)', [
    fixture.organizationId,
    retention,
  ]);
const session = (id: string, organizationId: string | null, idleDays: number) =>
  query(
    `
  insert into sessions (id, user_id, organization_id, hash, method, last_used_at, expires_at)
  values ($1, $2, $3, sha256($1::text::bytea), 'password', now() - make_interval(days => $4), now() + interval '1 day')`,
    [id, fixture.ada.userId, organizationId, idleDays],
  );
const chat = (id: string, idleDays: number) =>
  query(
    `
  insert into chat_sessions (id, organization_id, project_id, user_id, status, visibility, is_pinned, is_unread, created_at, last_activity_at)
  values ($1, $2, $3, $4, 'active', 'private', false, false, now(), now() - make_interval(days => $5))`,
    [id, fixture.organizationId, fixture.projectId, fixture.ada.userId, idleDays],
  );
const entries = (organizationId: string, ageDays: number, many = 1) =>
  query(
    `
  insert into audit_log (organization_id, at, id, operation, outcome, request_id, target, hash)
  select $1, now() - make_interval(days => $2) - i * interval '1 ms', $1 || '_' || $2 || '_' || i, 'x', 'done', 'req', '{}', '' from generate_series(1, $3) i`,
    [organizationId, ageDays, many],
  );
const partitions = async () =>
  (
    await query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_log'::regclass`,
    )
  ).map(({ name }) => name);
/** Makes the partition of the month `daysAgo` days ago. */
const month = async (daysAgo: number) =>
  (
    await query<{ name: string }>(
      `
  with month as (select date_trunc('month', (now() - make_interval(days => $1)) at time zone 'UTC')::date as first)
  select make_audit_partition(first), 'audit_log_' || to_char(first, 'YYYY_MM') as name from month`,
      [daysAgo],
    )
  )[0]!.name;

test("idle sessions of people and chats are deleted by their organization's retention", async () => {
  await set({ sessionsDays: 3 });
  await session('ses_old', fixture.organizationId, 4);
  await session('ses_new', fixture.organizationId, 2);
  await session('ses_silent', 'org_silent', 6);
  await session('ses_nowhere', null, 6);
  await chat('chat_old', 4);
  await chat('chat_new', 2);
  await look();
  expect([await ids('sessions'), await ids('chat_sessions')]).toEqual([
    ['ses_new', 'ses_nowhere', 'ses_silent'],
    ['chat_new'],
  ]);
});

test("the installation's retention applies to an organization without its own", async () => {
  await set({ sessionsDays: 10 });
  await session('ses_asked', fixture.organizationId, 6);
  await session('ses_silent', 'org_silent', 6);
  await look({ ...forEver, sessions: 5 });
  expect(await ids('sessions')).toEqual(['ses_asked']);
});

test("audit entries are deleted by their organization's retention, in batches", async () => {
  await set({ auditDays: 30 });
  await entries(fixture.organizationId, 31, 2_500);
  await entries(fixture.organizationId, 29);
  await entries('org_silent', 31);
  await expect(query('delete from audit_log')).rejects.toThrow('only ever added to');
  await look();
  expect(await ids('audit_log')).toEqual([`org_silent_31_1`, `${fixture.organizationId}_29_1`].sort());
});

test('a month is dropped when it is empty, and kept while an entry must be kept', async () => {
  const [old, recent] = [await month(200), await month(100)];
  await set({ auditDays: 50 });
  await entries(fixture.organizationId, 200);
  await entries(fixture.organizationId, 100);
  await entries('org_silent', 200);
  await look();
  expect([(await partitions()).includes(old), (await partitions()).includes(recent), await ids('audit_log')]).toEqual([
    true,
    false,
    ['org_silent_200_1'],
  ]);
  await look({ ...forEver, audit: 150 });
  expect([(await partitions()).includes(old), await count('audit_log')]).toEqual([false, 0]);
});

test('a month with kept entries is not locked', async () => {
  const old = await month(200);
  await set({ auditDays: 50 });
  await entries('org_silent', 200);
  await entries(fixture.organizationId, 200);
  const reader = await fixture.pool.connect();
  await reader.query('begin; select from audit_log limit 1');
  // A lock of the log would wait for the reader, and all writers would wait for the lock.
  await look();
  await reader.query('commit');
  reader.release();
  expect([(await partitions()).includes(old), await ids('audit_log')]).toEqual([true, ['org_silent_200_1']]);
});

test('an installation without a retention keeps everything', async () => {
  await month(400);
  await session('ses', fixture.organizationId, 6);
  await chat('chat', 4_000);
  await entries(fixture.organizationId, 400);
  const before = await partitions();
  await look();
  expect([await count('sessions'), await count('chat_sessions'), await count('audit_log'), await partitions()]).toEqual(
    [1, 1, 1, before],
  );
});

test('retention runs when a replica starts', async () => {
  await set({ sessionsDays: 3 });
  await session('ses_old', fixture.organizationId, 4);
  const standing = startRetention(fixture.pool, forEver, createLog('test', 'silent'));
  await waitUntil(async () => (await count('sessions')) === 0);
  await standing.stop();
  expect(await count('users')).toBe(1);
});

test('only runs and environments read the retention of organizations', async () => {
  await set({ runsDays: 90, tracesDays: 30 });
  const { organizations } = await fixture.mesh.call(
    RetentionService.listRetentionDays,
    { organizationIds: [fixture.organizationId, 'org_silent', 'org_none'] },
    { caller: { requestId: 'r', service: 'runs' } },
  );
  expect(organizations.sort((a, b) => b.runs - a.runs)).toEqual([
    { organizationId: fixture.organizationId, runs: 90, traces: 30, sessions: 0 },
    { organizationId: 'org_silent', runs: 0, traces: 0, sessions: 0 },
  ]);
  await expect(fixture.mesh.call(RetentionService.listRetentionDays, { organizationIds: [] })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});
