import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool, type Pool } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { serviceSchemas } from './schemas.ts';
import { prepareDatabase, type ServiceDatabase } from './prepare-database.ts';

const log = createLog('test', 'silent');
const suffix = randomBytes(4).toString('hex');
let folder: string;
let db: TestDatabase;
let tenants: [ServiceDatabase, ServiceDatabase];
const pools: Pool[] = [];

const urlAs = (role: string, password: string): string =>
  Object.assign(new URL(db.url), { username: role, password: encodeURIComponent(password) }).toString();
const poolAs = ({ role, password }: Pick<ServiceDatabase, 'role' | 'password'>): Pool => {
  const pool = openPool(urlAs(role, password), log, { max: 1 });
  pools.push(pool);
  return pool;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-database-'));
  await writeFile(join(folder, '0001_things.sql'), 'create table things (id int primary key);');
  db = await testDatabase({ folders: [] });
  tenants = ['catalog', 'runs'].map((schema) => ({
    schema,
    role: `${schema}_${suffix}`,
    password: `p@ss'w/${schema}`,
    migrations: [folder],
    ...(schema === 'catalog' && { guarded: serviceSchemas.find(({ name }) => name === schema)!.guarded }),
  })) as [ServiceDatabase, ServiceDatabase];
  await prepareDatabase(db.url, tenants, log);
});

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  for (const { role } of tenants) await db.pool.query(`drop owned by ${role} cascade; drop role ${role}`);
  await db.drop();
  await rm(folder, { recursive: true });
});

test('a service signs in with its password and finds its tables without a schema name', async () => {
  const { rows } = await poolAs(tenants[0]).query<{ schema: string }>(
    `insert into things values (1) returning tableoid::regclass::text as name, current_schema() as schema`,
  );
  expect(rows).toEqual([{ name: 'things', schema: 'catalog' }]);
});

test('a service cannot reach the tables of another service or the public schema', async () => {
  const pool = poolAs(tenants[0]);
  await expect(pool.query('select from runs.things')).rejects.toThrow('permission denied for schema runs');
  await expect(pool.query('create table public.mine ()')).rejects.toThrow('permission denied for schema public');
});

describe('the audit log', () => {
  const insert = `insert into audit_log (organization_id, at, id, operation, outcome, request_id, target, hash)
    values ('org', now() - interval '40 days', gen_random_uuid()::text, 'x', 'done', 'req', '{}', '')`;

  test('is read, added to and pruned by the catalog, in new partitions too', async () => {
    const pool = poolAs(tenants[0]);
    await pool.query(insert);
    await pool.query(`select make_audit_partition((now() - interval '40 days')::date)`);
    await pool.query(insert);
    expect((await pool.query('select from audit_log')).rowCount).toBe(2);
    expect((await pool.query(`select prune_audit_log('org', 35, 10) as count`)).rows).toEqual([{ count: 2 }]);
    await pool.query('select drop_empty_audit_partitions()');
    expect((await pool.query(`select from pg_inherits where inhparent = 'audit_log'::regclass`)).rowCount).toBe(1);
  });

  test.each([
    ['change it', `update audit_log set outcome = 'done'`],
    ['delete from it', 'delete from audit_log'],
    ['delete from it as if it pruned', `set assay.pruning = 'on'; delete from audit_log`],
    ['empty it', 'truncate audit_log'],
    ['empty a partition', 'truncate audit_log_rest'],
    ['drop it', 'drop table audit_log'],
    ['switch off its triggers', 'alter table audit_log disable trigger all'],
    [
      'replace its functions',
      'create or replace function audit.refuse_audit_change() returns trigger language sql as $$ $$',
    ],
    ['add to its schema', 'create table audit.mine ()'],
    ['hide it behind a temporary table', 'create temporary table audit_log ()'],
    ['mark a migration as applied', `insert into audit.migrations values ('0002_x.sql', 'x')`],
  ])('refuses the catalog to %s', async (_, statement) => {
    await expect(poolAs(tenants[0]).query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test('is out of reach for other services', async () => {
    await expect(poolAs(tenants[1]).query('select from audit.audit_log')).rejects.toThrow(
      'permission denied for schema audit',
    );
  });
});

test('two preparations at the same time change only the passwords', async () => {
  await poolAs(tenants[1]).query('insert into things values (7)');
  const renewed = tenants.map((tenant) => ({ ...tenant, password: 'another' }));
  await Promise.all([prepareDatabase(db.url, renewed, log), prepareDatabase(db.url, renewed, log)]);
  const { rows } = await poolAs(renewed[1]!).query('select id from things');
  expect(rows).toEqual([{ id: 7 }]);
  await expect(poolAs(tenants[1]).query('select')).rejects.toThrow('password authentication failed');
});

test('an unprepared role cannot connect', async () => {
  const stranger = `stranger_${suffix}`;
  await db.pool.query(`create role ${stranger} login password 'x'`);
  await expect(poolAs({ role: stranger, password: 'x' }).query('select')).rejects.toThrow(
    'permission denied for database',
  );
  await db.pool.query(`drop role ${stranger}`);
});

test('an owner without superuser rights can prepare its database', async () => {
  const owner = `owner_${suffix}`;
  const database = `owned_${suffix}`;
  await db.pool.query(`create role ${owner} login createrole password 'x'`);
  await db.pool.query(`create database ${database} owner ${owner}`);
  const url = Object.assign(new URL(urlAs(owner, 'x')), { pathname: `/${database}` }).toString();
  const tenant: ServiceDatabase = {
    schema: 'suites',
    role: `suites_${suffix}`,
    password: 'x',
    migrations: [folder],
    guarded: tenants[0].guarded!,
  };
  await expect(prepareDatabase(url, [tenant], log)).resolves.toBeUndefined();
  await db.pool.query(`drop database ${database} with (force)`);
  await db.pool.query(`drop role ${tenant.role}`);
  await db.pool.query(`drop role ${owner}`);
});
