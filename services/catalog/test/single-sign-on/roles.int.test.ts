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

let fixture: SignOnFixture;
beforeEach(async () => {
  lines = [];
  fixture = await startSignOnFixture({ log });
  fixture.settings.defaultRole = undefined;
});
afterEach(() => fixture.stop());

const bob = (...groups: string[]) => ({ sub: 'bob', email: 'bob@acme.example', email_verified: true, groups });
const roles = () => fixture.rolesOf('bob@acme.example');
const noAccess = { status: 403, setCookie: '', text: expect.stringContaining('No access') };

test('groups raise and lower a role at every sign-in', async () => {
  fixture.settings.groupRoles = [
    { group: 'ops', role: 'admin' },
    { group: 'staff', role: 'member' },
  ];
  await fixture.signIn(bob('staff', 'other'));
  expect(await roles()).toEqual({ Acme: 'member' });
  await fixture.signIn(bob('staff', 'ops'));
  expect(await roles()).toEqual({ Acme: 'admin' });
  await fixture.signIn(bob('staff'));
  expect(await roles()).toEqual({ Acme: 'member' });
  expect((await fixture.audited()).map(({ before, after }) => [before?.role, after?.role])).toContainEqual([
    'admin',
    'member',
  ]);
});

test('a person without a granted group is refused, and no account is made', async () => {
  fixture.settings.groupRoles = [{ group: 'staff', role: 'member' }];
  const before = await fixture.count('users');
  expect(await fixture.signIn(bob('other'))).toMatchObject(noAccess);
  expect([await fixture.count('users'), await fixture.count('identities')]).toEqual([before, 0]);
  expect((await fixture.audited()).at(-1)).toMatchObject({
    outcome: 'refused',
    organizationId: fixture.catalog.organizationId,
    after: { refusal: 'no access' },
  });
});

test('a person who lost their groups loses their roles, keys and sessions', async () => {
  fixture.settings.groupRoles = [
    { group: 'staff', role: 'member' },
    { group: 'web', role: 'admin', project: 'Default' },
  ];
  const session = await fixture.sessionOf(await fixture.signIn(bob('staff', 'web')));
  expect(await roles()).toEqual({ Acme: 'member', 'Acme/Default': 'admin' });
  const { pool, organizationId } = fixture.catalog;
  await pool.query(
    `insert into api_keys (id, organization_id, user_id, name, hash, prefix) values ('key_bob', $1, $2, 'k', '\\x00', 'sk_')`,
    [organizationId, session!.user_id],
  );

  expect(await fixture.signIn(bob())).toMatchObject(noAccess);
  expect(await roles()).toEqual({});
  const {
    rows: [key],
  } = await pool.query(`select revoked_at is not null as revoked from api_keys where id = 'key_bob'`);
  expect([key, await fixture.count('sessions')]).toEqual([{ revoked: true }, 0]);
});

test('the last owner stays owner with any groups; one of two does not', async () => {
  fixture.settings.groupRoles = [
    { group: 'owners', role: 'owner' },
    { group: 'staff', role: 'member' },
  ];
  const ada = (...groups: string[]) => ({ sub: 'ada', email: 'ada@acme.example', email_verified: true, groups });
  expect((await fixture.signIn(ada('staff'))).setCookie).toContain('assay_session=');
  expect(await fixture.rolesOf('ada@acme.example')).toMatchObject({ Acme: 'owner' });

  await fixture.signIn(bob('owners'));
  await fixture.signIn(ada('staff'));
  expect([await fixture.rolesOf('ada@acme.example'), await roles()]).toMatchObject([
    { Acme: 'member' },
    { Acme: 'owner' },
  ]);
  expect((await fixture.signIn(bob())).setCookie).toContain('assay_session=');
  expect(await roles()).toEqual({ Acme: 'owner' });
});

test('of two last owners who are lowered at once one stays', async () => {
  fixture.settings.groupRoles = [
    { group: 'owners', role: 'owner' },
    { group: 'staff', role: 'member' },
  ];
  const cleo = (...groups: string[]) => ({ sub: 'cleo', email: 'cleo@acme.example', groups });
  await fixture.signIn(bob('owners'));
  await fixture.signIn(cleo('owners'));
  await fixture.catalog.pool.query(`delete from memberships where user_id = $1`, [fixture.catalog.ada.userId]);

  const [one, other] = [fixture.browser(), fixture.browser()];
  fixture.provider.is(bob('staff'));
  const bobs = await one.out();
  fixture.provider.is(cleo('staff'));
  const cleos = await other.out();
  await Promise.all([one.comeBack(bobs), other.comeBack(cleos)]);
  expect([await roles(), await fixture.rolesOf('cleo@acme.example')]).toEqual(
    expect.arrayContaining([{ Acme: 'member' }, { Acme: 'owner' }]),
  );
});

test('a rule grants in its place: another organization by id or name, or a project', async () => {
  const id = await fixture.addOrganization('Other');
  await fixture.catalog.pool.query(
    `insert into projects (id, organization_id, name, visibility) values ('prj_web', $1, 'Web', 'private'), ('prj_app', $1, 'App', 'private')`,
    [id],
  );
  fixture.settings.groupRoles = [
    { group: 'a', role: 'member', organization: id },
    { group: 'b', role: 'admin', organization: 'Other', project: 'Web' },
    { group: 'c', role: 'viewer', organization: 'Other', project: 'prj_app' },
  ];
  await fixture.signIn(bob('a'));
  expect(await roles()).toEqual({ Other: 'member' });
  await fixture.signIn(bob('b', 'c'));
  expect(await roles()).toEqual({ Other: 'viewer', 'Other/Web': 'admin', 'Other/App': 'viewer' });
  await fixture.signIn(bob('a', 'c'));
  expect(await roles()).toEqual({ Other: 'member', 'Other/App': 'viewer' });
});

test('a rule for a missing place grants nothing', async () => {
  const id = await fixture.addOrganization('Gone');
  await fixture.catalog.pool.query('update organizations set deleted_at = now() where id = $1', [id]);
  fixture.settings.groupRoles = [
    { group: 'a', role: 'member', organization: 'Gone' },
    { group: 'a', role: 'member', organization: 'Nowhere' },
    { group: 'a', role: 'member', project: 'Nothing' },
  ];
  expect(await fixture.signIn(bob('a'))).toMatchObject(noAccess);
});

test('an ambiguous organization name grants nothing and is logged once', async () => {
  fixture.settings.groupRoles = [
    { group: 'a', role: 'admin', organization: 'Other' },
    { group: 'a', role: 'viewer', organization: fixture.catalog.organizationId },
  ];
  const [id, twin] = [await fixture.addOrganization('Other'), await fixture.addOrganization('Twin')];
  const rename = (name: string) =>
    fixture.catalog.pool.query('update organizations set name = $1 where id = $2', [name, twin]);
  await rename('Other');
  for (let i = 0; i < 2; i++) await fixture.signIn(bob('a'));
  expect(await roles()).toEqual({ Acme: 'viewer' });
  expect(lines.filter(({ organization }) => organization === 'Other')).toMatchObject([
    { level: 40, msg: expect.stringContaining('OIDC_GROUP_ROLES') },
  ]);
  await rename(id);
  await fixture.signIn(bob('a'));
  expect(await roles()).toEqual({ Acme: 'viewer', Other: 'admin' });
});

test("a project that takes another's name does not protect roles of groups elsewhere", async () => {
  const id = await fixture.addOrganization('Other');
  await fixture.catalog.pool.query(
    `insert into projects (id, organization_id, name, visibility) values ('prj_web', $1, 'Web', 'private'), ('prj_app', $1, 'App', 'private')`,
    [id],
  );
  fixture.settings.groupRoles = [
    { group: 'web', role: 'member', organization: 'Other', project: 'Web' },
    { group: 'app', role: 'admin', organization: 'Other', project: 'App' },
    { group: 'ops', role: 'owner' },
  ];
  await fixture.signIn(bob('web', 'app', 'ops'));
  expect(await roles()).toEqual({ Other: 'viewer', 'Other/Web': 'member', 'Other/App': 'admin', Acme: 'owner' });
  await fixture.catalog.pool.query(
    `insert into projects (id, organization_id, name, visibility) values ('prj_twin', $1, 'Web', 'private')`,
    [id],
  );
  await fixture.signIn(bob('web'));
  expect(await roles()).toEqual({ Other: 'viewer', 'Other/Web': 'member' });
});

test('an organization that is deleted during a sign-in is left out', async () => {
  const { pool } = fixture.catalog;
  const id = await fixture.addOrganization('Other');
  fixture.settings.groupRoles = [
    { group: 'a', role: 'member', organization: id },
    { group: 'a', role: 'viewer' },
  ];
  fixture.provider.is(bob('a'));
  const there = fixture.browser();
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
  const [id, twin] = [await fixture.addOrganization('Other'), await fixture.addOrganization('Twin')];
  fixture.settings.groupRoles = [{ group: 'a', role: 'member', organization: id }];
  await fixture.catalog.pool.query('update organizations set name = $1 where id = $2', [id, twin]);
  await fixture.signIn(bob('a'));
  expect(await roles()).toEqual({ Other: 'member' });
});

test('a rule whose place was renamed takes nothing, and is logged once', async () => {
  const id = await fixture.addOrganization('Other');
  fixture.settings.groupRoles = [
    { group: 'a', role: 'admin', organization: 'Other' },
    { group: 'b', role: 'viewer', organization: id },
  ];
  await fixture.signIn(bob('a'));
  await fixture.catalog.pool.query(`update organizations set name = 'Renamed' where id = $1`, [id]);
  for (let i = 0; i < 2; i++) expect((await fixture.signIn(bob('a', 'b'))).setCookie).toContain('assay_session=');
  expect(await roles()).toEqual({ Renamed: 'admin' });
  expect(lines.filter(({ organization }) => organization === 'Other')).toMatchObject([{ level: 40, group: 'a' }]);
  await fixture.signIn(bob('b'));
  expect(await roles()).toEqual({ Renamed: 'viewer' });
});

test('a removed person stays out; the default role is for new and just ungrouped people', async () => {
  fixture.settings.defaultRole = 'member';
  fixture.settings.groupRoles = [{ group: 'staff', role: 'admin' }];
  const session = await fixture.sessionOf(await fixture.signIn(bob('staff')));
  await fixture.signIn(bob());
  expect(await roles()).toEqual({ Acme: 'member' });
  await fixture.catalog.call(
    operations.removeMember,
    { organizationId: fixture.catalog.organizationId, userId: session!.user_id },
    {},
    fixture.catalog.adaInPerson,
  );
  expect(await fixture.signIn(bob())).toMatchObject(noAccess);
  expect(await roles()).toEqual({});
});

test('after the first organization is deleted, rules without a name grant nothing', async () => {
  await fixture.addOrganization('Tenant');
  await fixture.catalog.call(
    operations.deleteOrganization,
    { organizationId: fixture.catalog.organizationId },
    {},
    fixture.catalog.adaInPerson,
  );
  fixture.settings.defaultRole = 'member';
  fixture.settings.groupRoles = [{ group: 'ops', role: 'owner' }];
  for (const groups of [[], ['ops']]) expect(await fixture.signIn(bob(...groups))).toMatchObject(noAccess);
  expect(await fixture.count('memberships')).toBe(0);
});

test('a manual role in another organization stays', async () => {
  fixture.settings.groupRoles = [{ group: 'staff', role: 'member' }];
  await fixture.signIn(bob('staff'));
  await fixture.addOrganization('Club', { 'bob@acme.example': 'admin' });
  expect(await fixture.sessionOf(await fixture.signIn(bob()))).toMatchObject({ organization_id: 'org_Club' });
  expect(await roles()).toEqual({ Club: 'admin' });
});

test('a default role can be raised by hand', async () => {
  fixture.settings.defaultRole = 'viewer';
  await fixture.signIn(bob());
  expect(await roles()).toEqual({ Acme: 'viewer' });
  await fixture.catalog.pool.query(
    `update memberships set role = 'admin' from users where id = user_id and email = 'bob@acme.example'`,
  );
  await fixture.signIn(bob());
  expect(await roles()).toEqual({ Acme: 'admin' });
});

test('a sign-in that changes no role does not move the access version', async () => {
  fixture.settings.groupRoles = [{ group: 'staff', role: 'member' }];
  await fixture.signIn(bob('staff'));
  const epoch = async () =>
    (await fixture.catalog.pool.query('select epoch from access_epoch')).rows[0].epoch as string;
  const before = await epoch();
  await fixture.signIn(bob('staff'));
  expect(await epoch()).toBe(before);
});
