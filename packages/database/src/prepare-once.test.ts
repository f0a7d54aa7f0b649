import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@assay/kit/log';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import type { ServiceDatabase } from './prepare-database.ts';
import { prepareDatabaseOnce } from './prepare-once.ts';

const log = createLog('test', 'silent');
const role = `suites_${randomBytes(4).toString('hex')}`;
let folder: string;
let db: TestDatabase;
let tenant: ServiceDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-database-'));
  await writeFile(join(folder, '0001_things.sql'), 'create table things (id int primary key);');
  db = await testDatabase({ folders: [] });
  tenant = { schema: 'suites', role, password: 'x', migrations: [folder] };
  await prepareDatabaseOnce(db.url, [tenant], log);
});
afterAll(async () => {
  await db.pool.query(`drop owned by ${role} cascade; drop role ${role}`);
  await db.drop();
  await rm(folder, { recursive: true });
});

/** Whether a preparation does its steps: one of them gives the role the right to connect. */
async function prepares(tenants: ServiceDatabase[]): Promise<boolean> {
  const { rows } = await db.pool.query<{ name: string }>('select quote_ident(current_database()) as name');
  await db.pool.query(`revoke connect on database ${rows[0]!.name} from ${role}`);
  await prepareDatabaseOnce(db.url, tenants, log);
  const { rows: found } = await db.pool.query<{ may: boolean }>(
    `select has_database_privilege($1, current_database(), 'connect') as may`,
    [role],
  );
  return found[0]!.may;
}

test('a preparation that was the last one is not repeated', async () => {
  expect(await prepares([tenant])).toBe(false);
});

test('another password and a new migration are prepared', async () => {
  expect(await prepares([{ ...tenant, password: 'y' }])).toBe(true);
  expect(await prepares([tenant])).toBe(true);
  await writeFile(join(folder, '0002_more.sql'), 'create table more (id int primary key);');
  expect(await prepares([tenant])).toBe(true);
  expect((await db.pool.query('select from suites.more')).rowCount).toBe(0);
  expect(await prepares([tenant])).toBe(false);
});

test('a preparation that failed is repeated', async () => {
  await writeFile(join(folder, '0003_broken.sql'), 'create tabel;');
  await expect(prepares([tenant])).rejects.toThrow('0003_broken.sql');
  await writeFile(join(folder, '0003_broken.sql'), 'create table mended (id int primary key);');
  expect(await prepares([tenant])).toBe(true);
});

test('a service cannot read what was prepared', async () => {
  const { rows } = await db.pool.query<{ may: boolean }>(
    `select has_schema_privilege($1, 'preparation', 'usage') as may`,
    [role],
  );
  expect(rows).toEqual([{ may: false }]);
});
