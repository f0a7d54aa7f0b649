import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@assay/kit/log';
import { openPool, transaction, type Pool } from '@assay/kit/postgres/db';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { enqueueWork } from '@assay/work/queue/work-queue';
import { prepareDatabase, type ServiceDatabase } from './prepare-database.ts';
import { serviceSchemas } from './schemas.ts';

const log = createLog('test', 'silent');
const suffix = randomBytes(4).toString('hex');
const scaler = { role: `scaler_${suffix}`, password: `p@ss'w/ord` };
const tenants: ServiceDatabase[] = serviceSchemas
  .filter(({ name }) => ['catalog', 'suites', 'runs'].includes(name))
  .map(({ name, ...schema }) => ({ schema: name, role: `${name}_${suffix}`, password: 'x', ...schema }));

let db: TestDatabase;
const pools: Pool[] = [];
const poolAs = (role: string, password: string): Pool => {
  const url = Object.assign(new URL(db.url), { username: role, password: encodeURIComponent(password) }).toString();
  const pool = openPool(url, log, { max: 1 });
  pools.push(pool);
  return pool;
};
const prepare = (more: ServiceDatabase[] = tenants) => prepareDatabase(db.url, more, log, scaler);

beforeAll(async () => {
  db = await testDatabase({ folders: [] });
  await prepare();
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  for (const { role } of [scaler, ...tenants]) await db.pool.query(`drop owned by ${role} cascade; drop role ${role}`);
  await db.drop();
});

const openWork = () => poolAs(scaler.role, scaler.password).query('select * from scaling.open_work');

test('the scaler reads the open work of every service', async () => {
  await transaction(poolAs(`runs_${suffix}`, 'x'), (tx) =>
    enqueueWork(tx, { id: 'w', kind: 'judge', projectId: 'prj', task: Buffer.from('secret'), timeoutMs: 1_000 }),
  );
  expect((await openWork()).rows).toEqual([
    { service: 'runs', kind: 'judge', labels: [], waiting: '1', held: '0', oldest_age_seconds: expect.any(Number) },
  ]);
});

test.each([
  ['read the queue', 'select from suites.work'],
  ['read the count of one service', 'select from runs.open_work'],
  ['read runs', 'select from runs.runs'],
  ['read the audit log', 'select from audit.audit_log'],
  ['call a function of a service', `select audit.prune_audit_log('org', 35, 10)`],
  ['make a temporary table', 'set transaction_read_only = off; create temporary table mine ()'],
  ['make a table', 'set transaction_read_only = off; create table public.mine ()'],
  ['add to its schema', 'set transaction_read_only = off; create table scaling.mine ()'],
  ['take the place of a service', `set role runs_${suffix}`],
])('the scaler may not %s', async (_, statement) => {
  await expect(poolAs(scaler.role, scaler.password).query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('the scaler can read no table or view but its own', async () => {
  const { rows } = await poolAs(scaler.role, scaler.password).query(`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
      and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')`);
  expect(rows).toEqual([{ name: 'scaling.open_work' }]);
});

test('a migration may replace the count of a service, and the scaler reads the new one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-scaler-'));
  await writeFile(
    join(folder, '0999_open_work.sql'),
    `drop view open_work; create view open_work as select kind, labels, 7::bigint as waiting, held, oldest_age_seconds from queue_depths;`,
  );
  await prepare(
    tenants.map((tenant) => ({
      ...tenant,
      migrations: [...tenant.migrations, ...(tenant.schema === 'runs' ? [folder] : [])],
    })),
  );
  expect((await openWork()).rows).toMatchObject([{ service: 'runs', waiting: '7' }]);
  await rm(folder, { recursive: true });
});

test('an owner without superuser rights can prepare the view', async () => {
  const owner = `owner_${suffix}`;
  const database = `scaled_${suffix}`;
  await db.pool.query(`create role ${owner} login createrole password 'x'`);
  await db.pool.query(`create database ${database} owner ${owner}`);
  const at = (role: string, password: string) =>
    Object.assign(new URL(db.url), { username: role, password, pathname: `/${database}` }).toString();
  const tenant: ServiceDatabase = { ...tenants.find(({ schema }) => schema === 'suites')!, role: `own_${suffix}` };
  const reader = { role: `reader_${suffix}`, password: 'y' };
  await prepareDatabase(at(owner, 'x'), [tenant], log, reader);
  await prepareDatabase(at(owner, 'x'), [tenant], log, reader);
  const pool = openPool(at(reader.role, 'y'), log, { max: 1 });
  expect((await pool.query('select from scaling.open_work')).rowCount).toBe(0);
  await pool.end();
  await db.pool.query(`drop database ${database} with (force)`);
  for (const role of [tenant.role, reader.role, owner]) await db.pool.query(`drop role ${role}`);
});
