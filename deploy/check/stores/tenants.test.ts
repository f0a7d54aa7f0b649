import { tenantTablesIn, writesWithoutTenant } from './tenants.ts';

const TABLES = tenantTablesIn(`
CREATE TABLE journeys (
  id         text NOT NULL,
  project_id text NOT NULL,
  CONSTRAINT journeys_pkey PRIMARY KEY (id)
);

CREATE TABLE inbox (
  event_id text NOT NULL
);
`);
const faultsIn = (source: string) => writesWithoutTenant(source, TABLES);
const inFunction = (sql: string, comment = '') => `
export async function f(db: Db, id: string) {
  ${comment}
  await db.query(sql\`${sql}\`);
}`;

test('the tables of tenants are the ones with a column for the project or the organization', () =>
  expect([...TABLES]).toEqual(['journeys']));

test.each([
  ['an update by id', 'update journeys set name = ${name} where id = ${id}'],
  ['a delete by id', 'delete from journeys where id = ${id}'],
  ['an update that only sets the project', 'update journeys set project_id = ${projectId} where id = ${id}'],
  ['an update that only returns the project', 'update journeys set a = 1 where id = ${id} returning project_id'],
  ['a delete in a common table expression', 'with gone as (delete from journeys where id = ${id}) select 1'],
])('%s is told with its line and table', (_, sql) =>
  expect(faultsIn(inFunction(sql))).toEqual([{ line: 4, table: 'journeys' }]),
);

test.each([
  ['an update that names the project', 'update journeys set a = 1 where project_id = ${projectId} and id = ${id}'],
  ['a delete that names the organization', 'delete from journeys where id = ${id} and organization_id = ${o}'],
  ['a write to a table without tenants', 'delete from inbox where event_id = ${id}'],
  ['an insert that updates its own row', 'insert into journeys (id) values (1) on conflict (id) do update set a = 1'],
  ['a row lock', 'select id from journeys where id = ${id} for update skip locked'],
])('%s is no fault', (_, sql) => expect(faultsIn(inFunction(sql))).toEqual([]));

test('a comment in the function excuses a write with a reason, and no other function', () => {
  const sql = 'delete from journeys where id = ${id}';
  const excused = inFunction(sql, '// Tenant: retention goes over the journeys of every project.');
  expect(faultsIn(excused)).toEqual([]);
  expect(faultsIn(inFunction(sql, '// Tenant:'))).toHaveLength(1);
  expect(faultsIn(excused + inFunction(sql).replace('f(db', 'g(db'))).toHaveLength(1);
});
