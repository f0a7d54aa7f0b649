import { operations } from '@assay/contract/operations';
import { createLog } from '@assay/kit/log';
import { waitUntil } from '@assay/testkit/until';
import { startSignOnFixture, type SignOnFixture } from '../support/single-sign-on.ts';

let lines: Record<string, unknown>[];
const log = createLog('test', 'info', {
  write: (line: string) => {
    lines.push(JSON.parse(line));
  },
});

let house: SignOnFixture;
beforeEach(async () => {
  lines = [];
  house = await startSignOnFixture({ log });
  house.settings.defaultRole = undefined;
});
afterEach(() => house.stop());

const bob = (...groups: string[]) => ({ sub: 'bob', email: 'bob@acme.example', email_verified: true, groups });
const roles = () => house.rolesOf('bob@acme.example');
const noAccess = { status: 403, setCookie: '', text: expect.stringContaining('No access') };

test('groups raise and lower a role at every sign-in', async () => {
  house.settings.groupRoles = [
    { group: 'ops', role: 'admin' },
    { group: 'staff', role: 'member' },
  ];
  await house.signIn(bob('staff', 'other'));
  expect(await roles()).toEqual({ Acme: 'member' });
  await house.signIn(bob('staff', 'ops'));
  expect(await roles()).toEqual({ Acme: 'admin' });
  await house.signIn(bob('staff'));
  expect(await roles()).toEqual({ Acme: 'member' });
  expect((await house.audited()).map(({ before, after }) => [before?.role, after?.role])).toContainEqual([
    'admin',
    'member',
  ]);
});

test('a person without a granted group is refused, and no account is made', async () => {
  house.settings.groupRoles = [{ group: 'staff', role: 'member' }];
  const before = await house.count('users');
  expect(await house.signIn(bob('other'))).toMatchObject(noAccess);
  expect([await house.count('users'), await house.count('identities')]).toEqual([before, 0]);
  expect((await house.audited()).at(-1)).toMatchObject({
    outcome: 'refused',
    organizationId: house.catalog.organizationId,
    after: { refusal: 'no access' },
  });
});

test('a person who lost their groups loses their roles, keys and sessions', async () => {
  house.settings.groupRoles = [
    { group: 'staff', role: 'member' },
    { group: 'web', role: 'admin', project: 'Default' },
  ];
  const session = await house.sessionOf(await house.signIn(bob('staff', 'web')));
  expect(await roles()).toEqual({ Acme: 'member', 'Acme/Default': 'admin' });
  const { pool, organizationId } = house.catalog;
  await pool.query(
    `insert into api_keys (id, organization_id, user_id, name, hash, prefix) values ('key_bob', $1, $2, 'k', '\\x00', 'sk_')`,
    [organizationId, session!.user_id],
  );

  expect(await house.signIn(bob())).toMatchObject(noAccess);
  expect(await roles()).toEqual({});
  const {
    rows: [key],
  } = await pool.query(`select revoked_at is not null as revoked from api_keys where id = 'key_bob'`);
  expect([key, await house.count('sessions')]).toEqual([{ revoked: true }, 0]);
});

test('the last owner stays owner with any groups; one of two does not', async () => {
  house.settings.groupRoles = [
    { group: 'owners', role: 'owner' },
    { group: 'staff', role: 'member' },
  ];
  const ada = (...groups: string[]) => ({ sub: 'ada', email: 'ada@acme.example', email_verified: true, groups });
  expect((await house.signIn(ada('staff'))).setCookie).toContain('assay_session=');
  expect(await house.rolesOf('ada@acme.example')).toMatchObject({ Acme: 'owner' });

  await house.signIn(bob('owners'));
  await house.signIn(ada('staff'));
  expect([await house.rolesOf('ada@acme.example'), await roles()]).toMatchObject([
    { Acme: 'member' },
    { Acme: 'owner' },
  ]);
  expect((await house.signIn(bob())).setCookie).toContain('assay_session=');
  expect(await roles()).toEqual({ Acme: 'owner' });
});

test('of two last owners who are lowered at once one stays', async () => {
  house.settings.groupRoles = [
    { group: 'owners', role: 'owner' },
    { group: 'staff', role: 'member' },
  ];
  const cleo = (...groups: string[]) => ({ sub: 'cleo', email: 'cleo@acme.example', groups });
  await house.signIn(bob('owners'));
  await house.signIn(cleo('owners'));
  await house.catalog.pool.query(`delete from memberships where user_id = $1`, [house.catalog.ada.userId]);

  const [one, other] = [house.browser(), house.browser()];
  house.provider.is(bob('staff'));
  const bobs = await one.out();
  house.provider.is(cleo('staff'));
  const cleos = await other.out();
  await Promise.all([one.comeBack(bobs), other.comeBack(cleos)]);
  expect([await roles(), await house.rolesOf('cleo@acme.example')]).toEqual(
    expect.arrayContaining([{ Acme: 'member' }, { Acme: 'owner' }]),
  );
});

test('a rule grants in its place: another organization by id or name, or a project', async () => {
  const id = await house.addOrganization('Other');
  await house.catalog.pool.query(
    `insert into projects (id, organization_id, name, visibility) values ('prj_web', $1, 'Web', 'private'), ('prj_app', $1, 'App', 'private')`,
    [id],
  );
  house.settings.groupRoles = [
    { group: 'a', role: 'member', organization: id },
    { group: 'b', role: 'admin', organization: 'Other', project: 'Web' },
    { group: 'c', role: 'viewer', organization: 'Other', project: 'prj_app' },
  ];
  await house.signIn(bob('a'));
  expect(await roles()).toEqual({ Other: 'member' });
  await house.signIn(bob('b', 'c'));
  expect(await roles()).toEqual({ Other: 'viewer', 'Other/Web': 'admin', 'Other/App': 'viewer' });
  await house.signIn(bob('a', 'c'));
  expect(await roles()).toEqual({ Other: 'member', 'Other/App': 'viewer' });
});

test('a rule for a missing place grants nothing', async () => {
  const id = await house.addOrganization('Gone');
  await house.catalog.pool.query('update organizations set deleted_at = now() where id = $1', [id]);
  house.settings.groupRoles = [
    { group: 'a', role: 'member', organization: 'Gone' },
    { group: 'a', role: 'member', organization: 'Nowhere' },
    { group: 'a', role: 'member', project: 'Nothing' },
  ];
  expect(await house.signIn(bob('a'))).toMatchObject(noAccess);
});

test('an ambiguous organization name grants nothing and is logged once', async () => {
  house.settings.groupRoles = [
    { group: 'a', role: 'admin', organization: 'Other' },
    { group: 'a', role: 'viewer', organization: house.catalog.organizationId },
  ];
  const [id, twin] = [await house.addOrganization('Other'), await house.addOrganization('Twin')];
  const rename = (name: string) =>
    house.catalog.pool.query('update organizations set name = $1 where id = $2', [name, twin]);
  await rename('Other');
  for (let i = 0; i < 2; i++) await house.signIn(bob('a'));
  expect(await roles()).toEqual({ Acme: 'viewer' });
  expect(lines.filter(({ organization }) => organization === 'Other')).toMatchObject([
    { level: 40, msg: expect.stringContaining('OIDC_GROUP_ROLES') },
  ]);
  await rename(id);
  await house.signIn(bob('a'));
  expect(await roles()).toEqual({ Acme: 'viewer', Other: 'admin' });
});

test("a project that takes another's name does not protect roles of groups elsewhere", async () => {
  const id = await house.addOrganization('Other');
  await house.catalog.pool.query(
    `insert into projects (id, organization_id, name, visibility) values ('prj_web', $1, 'Web', 'private'), ('prj_app', $1, 'App', 'private')`,
    [id],
  );
  house.settings.groupRoles = [
    { group: 'web', role: 'member', organization: 'Other', project: 'Web' },
    { group: 'app', role: 'admin', organization: 'Other', project: 'App' },
    { group: 'ops', role: 'owner' },
  ];
  await house.signIn(bob('web', 'app', 'ops'));
  expect(await roles()).toEqual({ Other: 'viewer', 'Other/Web': 'member', 'Other/App': 'admin', Acme: 'owner' });
  await house.catalog.pool.query(
    `insert into projects (id, organization_id, name, visibility) values ('prj_twin', $1, 'Web', 'private')`,
    [id],
  );
  await house.signIn(bob('web'));
  expect(await roles()).toEqual({ Other: 'viewer', 'Other/Web': 'member' });
});

test('an organization that is deleted during a sign-in is left out', async () => {
  const { pool } = house.catalog;
  const id = await house.addOrganization('Other');
  house.settings.groupRoles = [
    { group: 'a', role: 'member', organization: id },
    { group: 'a', role: 'viewer' },
  ];
  house.provider.is(bob('a'));
  const there = house.browser();
  const back = await there.out();
  const other = await pool.connect();
  await other.query('begin');
  await other.query('update organizations set deleted_at = now() where id = $1', [id]);
  const entering = there.comeBack(back);
  await waitUntil(
    async () =>
      (await pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
        .rowCount === 1,
  );
  await other.query('commit');
  other.release();
  expect((await entering).setCookie).toContain('assay_session=');
  expect(await roles()).toEqual({ Acme: 'viewer' });
});

test('an id takes precedence over the same text as a name', async () => {
  const [id, twin] = [await house.addOrganization('Other'), await house.addOrganization('Twin')];
  house.settings.groupRoles = [{ group: 'a', role: 'member', organization: id }];
  await house.catalog.pool.query('update organizations set name = $1 where id = $2', [id, twin]);
  await house.signIn(bob('a'));
  expect(await roles()).toEqual({ Other: 'member' });
});

test('a rule whose place was renamed takes nothing, and is logged once', async () => {
  const id = await house.addOrganization('Other');
  house.settings.groupRoles = [
    { group: 'a', role: 'admin', organization: 'Other' },
    { group: 'b', role: 'viewer', organization: id },
  ];
  await house.signIn(bob('a'));
  await house.catalog.pool.query(`update organizations set name = 'Renamed' where id = $1`, [id]);
  for (let i = 0; i < 2; i++) expect((await house.signIn(bob('a', 'b'))).setCookie).toContain('assay_session=');
  expect(await roles()).toEqual({ Renamed: 'admin' });
  expect(lines.filter(({ organization }) => organization === 'Other')).toMatchObject([{ level: 40, group: 'a' }]);
  await house.signIn(bob('b'));
  expect(await roles()).toEqual({ Renamed: 'viewer' });
});

test('a removed person stays out; the default role is for new and just ungrouped people', async () => {
  house.settings.defaultRole = 'member';
  house.settings.groupRoles = [{ group: 'staff', role: 'admin' }];
  const session = await house.sessionOf(await house.signIn(bob('staff')));
  await house.signIn(bob());
  expect(await roles()).toEqual({ Acme: 'member' });
  await house.catalog.call(
    operations.removeMember,
    { organizationId: house.catalog.organizationId, userId: session!.user_id },
    {},
    house.catalog.adaInPerson,
  );
  expect(await house.signIn(bob())).toMatchObject(noAccess);
  expect(await roles()).toEqual({});
});

test('after the first organization is deleted, rules without a name grant nothing', async () => {
  await house.addOrganization('Tenant');
  await house.catalog.call(
    operations.deleteOrganization,
    { organizationId: house.catalog.organizationId },
    {},
    house.catalog.adaInPerson,
  );
  house.settings.defaultRole = 'member';
  house.settings.groupRoles = [{ group: 'ops', role: 'owner' }];
  for (const groups of [[], ['ops']]) expect(await house.signIn(bob(...groups))).toMatchObject(noAccess);
  expect(await house.count('memberships')).toBe(0);
});

test('a manual role in another organization stays', async () => {
  house.settings.groupRoles = [{ group: 'staff', role: 'member' }];
  await house.signIn(bob('staff'));
  await house.addOrganization('Club', { 'bob@acme.example': 'admin' });
  expect(await house.sessionOf(await house.signIn(bob()))).toMatchObject({ organization_id: 'org_Club' });
  expect(await roles()).toEqual({ Club: 'admin' });
});

test('a default role can be raised by hand', async () => {
  house.settings.defaultRole = 'viewer';
  await house.signIn(bob());
  expect(await roles()).toEqual({ Acme: 'viewer' });
  await house.catalog.pool.query(
    `update memberships set role = 'admin' from users where id = user_id and email = 'bob@acme.example'`,
  );
  await house.signIn(bob());
  expect(await roles()).toEqual({ Acme: 'admin' });
});

test('a sign-in that changes no role does not move the access version', async () => {
  house.settings.groupRoles = [{ group: 'staff', role: 'member' }];
  await house.signIn(bob('staff'));
  const epoch = async () => (await house.catalog.pool.query('select epoch from access_epoch')).rows[0].epoch as string;
  const before = await epoch();
  await house.signIn(bob('staff'));
  expect(await epoch()).toBe(before);
});
