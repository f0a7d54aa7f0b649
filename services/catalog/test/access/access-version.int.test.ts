import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog();
  await fixture.pool.query(
    `insert into organization_settings (organization_id, features) values ($1, '{"swarms": true}')`,
    [fixture.organizationId],
  );
  await fixture.pool.query(
    `insert into sessions (id, user_id, organization_id, hash, method, expires_at) values ('ses_1', $1, $2, 'hash', 'password', now() + interval '1 day')`,
    [fixture.ada.userId, fixture.organizationId],
  );
});
afterAll(() => fixture.stop());

const epoch = async () =>
  Number((await fixture.pool.query<{ epoch: string }>('select epoch from access_epoch')).rows[0]!.epoch);
/** How far a statement that finds rows moves the access version. */
async function movedBy(statement: string): Promise<number> {
  const before = await epoch();
  expect((await fixture.pool.query(statement)).rowCount).toBeGreaterThan(0);
  return (await epoch()) - before;
}

test.each([
  'update api_keys set revoked_at = revoked_at, organization_id = organization_id',
  `update memberships set role = role, source = 'oidc'`,
  `update project_members set role = role, source = 'oidc'`,
  'update projects set name = name || name, visibility = visibility, deleted_at = deleted_at',
  'update organizations set name = name || name, deleted_at = deleted_at',
  'update organization_settings set features = features, updated_at = now()',
  'update sessions set organization_id = organization_id, expires_at = expires_at, last_used_at = now()',
])('an update without a change does not move the access version: %s', async (statement) => {
  expect(await movedBy(statement)).toBe(0);
});

// Ordered so that each statement still finds something to change.
test.each([
  `with person as (insert into users (id, email, name) values ('usr_new', 'new', 'new') returning id)
    insert into memberships (organization_id, user_id, role) select organizations.id, person.id, 'viewer' from organizations, person`,
  `insert into project_members (project_id, organization_id, user_id, role) select id, organization_id, 'usr_new', 'viewer' from projects`,
  `update memberships set role = 'admin'`,
  `update project_members set role = 'admin'`,
  `update projects set visibility = case visibility when 'public' then 'private' else 'public' end`,
  `update organization_settings set features = '{"swarms": false}'`,
  `update sessions set expires_at = expires_at + interval '1 hour'`,
  'update sessions set organization_id = null',
  'update api_keys set revoked_at = now()',
  'update projects set deleted_at = now()',
  'update organizations set deleted_at = now()',
  'delete from sessions',
  'delete from organization_settings',
  'insert into organization_settings (organization_id) select id from organizations',
  'delete from api_keys',
  'delete from project_members',
  'delete from memberships',
  'delete from projects',
  'delete from organizations',
])('a change of access moves the access version: %s', async (statement) => {
  expect(await movedBy(statement)).toBe(1);
});
