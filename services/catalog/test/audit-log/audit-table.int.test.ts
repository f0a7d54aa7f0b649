import { hash } from 'node:crypto';
import type { AuditEntry } from '@assay/contract/areas/audit-log/documents';
import { chainFaults } from '@assay/contract/areas/audit-log/entry-hash';
import { operations } from '@assay/contract/operations';
import { makeAuditPartitions } from '../../src/store/audit-log/audit.ts';
import { startAuditFixture } from '../support/audit.ts';

const sha256 = (text: string) => hash('sha256', text, 'hex');

let fixture: Awaited<ReturnType<typeof startAuditFixture>>;
beforeAll(async () => {
  fixture = await startAuditFixture();
});
afterAll(() => fixture.stop());

test('every filter uses an index', async () => {
  const plan = async (filter: string) => {
    const client = await fixture.pool.connect();
    await client.query(
      'begin; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off',
    );
    const { rows } = await client.query(
      `explain select id from audit_log where organization_id = 'org_1' and ${filter} order by at desc, id desc limit 50`,
    );
    await client.query('rollback');
    client.release();
    return rows.map((row) => row['QUERY PLAN']).join();
  };
  for (const [filter, column] of [
    [`key_id = 'k'`, 'key_id'],
    [`operation = 'o'`, 'operation'],
    [`user_id = 'u'`, 'user_id'],
    [`project_id = 'p'`, 'project_id'],
  ] as const)
    expect(await plan(filter)).toContain(`(${column} = `);
  expect(await plan(`outcome = 'refused'`)).not.toContain('Filter');
});

describe('the table', () => {
  test.each([
    ['changed', `update audit_log set outcome = 'done'`],
    ['deleted', 'delete from audit_log'],
    ['emptied', 'truncate audit_log'],
    ['emptied month by month', 'truncate audit_log_rest'],
    ['changed in its partitions', `update audit_log_rest set operation = 'x'`],
  ])('rejects %s by the service itself', async (_, statement) => {
    await fixture.tell({ atMs: 1 });
    await fixture.settled();
    await expect(fixture.pool.query(statement)).rejects.toMatchObject({
      code: '42501',
      message: 'The audit log is only ever added to.',
    });
  });

  test('chains entries, also ones that arrive together and pass through partitions', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => fixture.tell({ atMs: 1_000_000 + ((i * 7) % 20) })));
    await fixture.settled();
    await makeAuditPartitions(fixture.pool, 3);
    const exported = (await fixture.send(operations.exportAuditLog, { organizationId: fixture.organizationId })).json
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEntry);
    expect(exported.length).toBeGreaterThan(20);
    expect([...chainFaults(sha256, exported)]).toEqual([]);
  });

  const storedOf = async (requestId: string) =>
    (
      await fixture.pool.query<{ transaction: string; organizationId: string; userId: string; follows: boolean }>(
        `select xmin::text as transaction, organization_id as "organizationId", user_id as "userId", (
           select before.hash from audit_log before
           where before.organization_id = entry.organization_id and before.position < entry.position
           order by before.position desc limit 1) is not distinct from previous_hash as follows
         from audit_log entry where request_id = $1 order by position`,
        [requestId],
      )
    ).rows;

  test('takes entries that arrive together in one transaction, in the order of their chains', async () => {
    const changes = ['org_b', 'org_a', 'org_b', 'org_a', 'org_b'].map((organizationId, i) => ({
      organizationId,
      userId: `usr_${i}`,
      requestId: 'req_together',
    }));
    await fixture.tellTogether(changes);
    await fixture.settled();
    const stored = await storedOf('req_together');
    expect(stored.map(({ organizationId, userId }) => [organizationId, userId])).toEqual(
      changes.map(({ organizationId, userId }) => [organizationId, userId]),
    );
    expect(stored.every(({ follows }) => follows)).toBe(true);
    expect(new Set(stored.map(({ transaction }) => transaction)).size).toBe(1);
  });

  test('takes the entries around one that cannot be stored', async () => {
    await fixture.tellTogether(['usr_1', 'usr_\0', 'usr_2'].map((userId) => ({ requestId: 'req_around', userId })));
    await fixture.settled();
    const stored = await storedOf('req_around');
    expect(stored.map(({ userId }) => userId)).toEqual(['usr_1', 'usr_2']);
    expect(stored.every(({ follows }) => follows)).toBe(true);
  });

  const insert = (days: number) =>
    fixture.pool.query(
      `
    insert into audit_log (organization_id, at, id, operation, outcome, request_id, target, hash)
    values ('org_pruned', now() - make_interval(days => $1), 'audit_' || $1, 'x', 'done', 'req', '{}', '')`,
      [days],
    );
  const prune = async (days: number) =>
    (await fixture.pool.query(`select prune_audit_log('org_pruned', $1, 1000) as count`, [days])).rows;

  test('allows deletions only by its own function, of entries older than 30 days', async () => {
    for (const days of [41, 40, 29]) await insert(days);
    await expect(prune(28)).rejects.toMatchObject({ code: '42501' });
    expect(await prune(30)).toEqual([{ count: 2 }]);
    await insert(50);
    // An entry that was stored after a kept one stays, too.
    expect(await prune(30)).toEqual([{ count: 0 }]);
    await expect(fixture.pool.query('delete from audit_log')).rejects.toMatchObject({ code: '42501' });
  });

  test('has partitions for this month and the next three, and entries go there', async () => {
    const now = new Date();
    await makeAuditPartitions(fixture.pool, 3);
    const months = [0, 1, 2, 3].map((ahead) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 7).replace('-', '_'),
    );
    const { rows } = await fixture.pool.query(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_log'::regclass order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining([...months.map((month) => `audit_log_${month}`), 'audit_log_rest']),
    );
    await fixture.tell({ userId: 'usr_now', atMs: now.getTime() });
    await fixture.settled();
    const {
      rows: [row],
    } = await fixture.pool.query(`select tableoid::regclass::text as place from audit_log where user_id = 'usr_now'`);
    expect(row.place).toBe(`audit_log_${months[0]}`);
  });

  test('moves early entries when concurrent processes make the partition of their month', async () => {
    await fixture.tell({ userId: 'usr_early', atMs: Date.UTC(2019, 6, 15) });
    await fixture.settled();
    await Promise.all([1, 2, 3].map(() => fixture.pool.query(`select make_audit_partition('2019-07-01')`)));
    await makeAuditPartitions(fixture.pool, 3);
    const {
      rows: [row],
    } = await fixture.pool.query(`select tableoid::regclass::text as place from audit_log where user_id = 'usr_early'`);
    expect(row.place).toBe('audit_log_2019_07');
    await expect(fixture.pool.query('truncate audit_log_2019_07')).rejects.toMatchObject({ code: '42501' });
  });
});
