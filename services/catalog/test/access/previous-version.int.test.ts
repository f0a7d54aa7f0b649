import { startTestCatalog, type TestCatalog } from '../support/start.ts';

/** What the version before asks, which serves on while a new one is installed; to the letter. */
const asked = {
  findKeyHolder: `
    select id, user_id, organization_id, revoked_at is not null as revoked, memberships.role is not null as is_member
    from api_keys left join memberships using (organization_id, user_id)
    where hash = $1`,
  findGrant: `
    select project_id, role from project_roles join projects on projects.id = project_id
    where project_roles.organization_id = $1 and user_id = $2 and ($3 = 'default' or project_id = $4)
    order by projects.created_at, project_id limit 1`,
  listProjects: `
    select id, organization_id, name, visibility, body, created_at, updated_at, role
    from projects join project_roles using (organization_id)
    where organization_id = $1 and project_id = id and user_id = $2 and ($3::text is null or id < $4)
    order by id desc limit $5`,
  insertProject: `
    insert into projects (id, organization_id, name, visibility, body, created_by)
    values ($1, $2, $3, $4, $5, $6) returning id, organization_id, name, visibility, body, created_at, updated_at`,
  deleteProject: `delete from projects where organization_id = $1 and id = $2`,
  findOrganization: `
    select id, name, role, created_by is not distinct from $1 as is_creator, organizations.created_at
    from organizations join memberships on organization_id = id
    where id = $2 and user_id = $3`,
  findOrganizationRole: `select role from memberships where organization_id = $1 and user_id = $2`,
  insertOrganization: `
    with founded as (
      insert into organizations (id, name, created_by) values ($1, $2, $3) returning id)
    insert into memberships (organization_id, user_id, role) select id, $4, 'owner' from founded`,
  listUsage: `
    select project_id as "group", count(*) as calls from model_calls
    where organization_id = $1 and ($2 or project_id in (select project_id from project_roles where organization_id = $3 and user_id = $4))
    group by 1 order by 1 limit $5`,
};

let house: TestCatalog;
beforeAll(async () => {
  house = await startTestCatalog();
  for (const role of ['viewer', 'member', 'admin']) await given(role, role);
});
afterAll(() => house.stop());

const run = async (query: keyof typeof asked, ...values: unknown[]) =>
  (await house.pool.query(asked[query], values)).rows;

async function given(name: string, role: string): Promise<void> {
  await house.pool.query(`insert into users (id, email, name) values ($1, $1, $1)`, [`usr_${name}`]);
  await house.pool.query(`insert into memberships (organization_id, user_id, role) values ($1, $2, $3)`, [
    house.organizationId,
    `usr_${name}`,
    role,
  ]);
}

const grant = async (userId: string, projectId: string) =>
  (await run('findGrant', house.organizationId, userId, projectId, projectId))[0]?.role;
const create = (id: string, visibility: string, userId: string) =>
  run('insertProject', id, house.organizationId, id, visibility, {}, userId);

test('the version before reads who may do what in words that it knows, and lets nobody do more than they may', async () => {
  await create('prj_private', 'private', 'usr_member');
  const users = [house.ada.userId!, 'usr_admin', 'usr_member', 'usr_viewer'];
  expect(await Promise.all(users.map((userId) => grant(userId, house.projectId)))).toEqual([
    'admin',
    'admin',
    'member',
    undefined,
  ]);
  expect(await Promise.all(users.map((userId) => grant(userId, 'prj_private')))).toEqual([
    'admin',
    'admin',
    'admin',
    undefined,
  ]);
  expect(await run('listProjects', house.organizationId, 'usr_viewer', null, null, 9)).toEqual([]);
  expect(
    (await run('listProjects', house.organizationId, 'usr_member', null, null, 9)).map(({ id, role }) => [id, role]),
  ).toEqual([
    ['prj_private', 'admin'],
    [house.projectId, 'member'],
  ]);
  expect(await run('listUsage', house.organizationId, false, house.organizationId, 'usr_member', 9)).toEqual([]);
  await run('deleteProject', house.organizationId, 'prj_private');
});

test("a project that the version before creates is its creator's in this one", async () => {
  await create('prj_old', 'private', 'usr_member');
  const { rows } = await house.pool.query(
    `select user_id, role from project_grants where project_id = 'prj_old' order by role, user_id`,
  );
  expect(rows).toEqual([
    { user_id: 'usr_admin', role: 'admin' },
    { user_id: house.ada.userId, role: 'owner' },
    { user_id: 'usr_member', role: 'owner' },
  ]);
});

test('what this version deleted is gone for the version before', async () => {
  await create('prj_gone', 'public', 'usr_member');
  await house.pool.query(`update projects set deleted_at = now() where id = 'prj_gone'`);
  expect(await grant('usr_member', 'prj_gone')).toBeUndefined();
});

test('the version before founds and reads organizations, and knows their keys', async () => {
  await run('insertOrganization', 'org_old', 'Old', 'usr_member', 'usr_member');
  expect(await run('findOrganization', 'usr_member', 'org_old', 'usr_member')).toMatchObject([
    { role: 'owner', is_creator: true },
  ]);
  expect(await run('findOrganizationRole', house.organizationId, 'usr_admin')).toEqual([{ role: 'admin' }]);
  const {
    rows: [key],
  } = await house.pool.query('select hash from api_keys');
  expect(await run('findKeyHolder', key.hash)).toMatchObject([
    { user_id: house.ada.userId, is_member: true, revoked: false },
  ]);
});
