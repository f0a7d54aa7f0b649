import { ProjectDeleted } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog();
});
afterAll(() => fixture.stop());

/** Creates a project and answers with a caller who is authorized for it. */
async function given(project: object) {
  const { id: projectId } = await fixture.call(operations.createProject, {}, project);
  return { target: { projectId }, caller: { ...fixture.ada, projectId } };
}

test('the caller reads their own account and organization', async () => {
  expect(await fixture.call(operations.getMe, {})).toMatchObject({
    id: fixture.ada.userId,
    email: 'ada@acme.example',
    name: 'ada',
    createdAt: expect.any(Number),
  });
  expect(await fixture.call(operations.listOrganizations, {})).toEqual({
    items: [expect.objectContaining({ id: fixture.organizationId, name: 'Acme', myRole: 'owner', isCreator: true })],
  });
});

test('hosted models are listed for every caller', async () => {
  expect(await fixture.call(operations.listModels, {}, {}, { requestId: 'r' })).toMatchObject({
    items: [{ id: 'scripted/rules', supportedReasoningEfforts: [] }],
  });
});

test('a project is created, read, edited and deleted', async () => {
  const { target, caller } = await given({ name: 'one', description: 'first', icon: '🧪' });
  expect(await fixture.call(operations.getProject, target, {}, caller)).toMatchObject({
    id: target.projectId,
    organizationId: fixture.organizationId,
    name: 'one',
    description: 'first',
    icon: '🧪',
    visibility: 'public',
    role: 'owner',
  });
  const edited = await fixture.call(operations.updateProject, target, { name: 'two', description: null }, caller);
  expect(edited).toMatchObject({ name: 'two', icon: '🧪', visibility: 'public' });
  expect(edited).not.toHaveProperty('description');
  expect(await fixture.call(operations.deleteProject, target, {}, caller)).toEqual({
    id: target.projectId,
    deleted: true,
  });
  await expect(fixture.call(operations.getProject, target, {}, caller)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(fixture.call(operations.deleteProject, target, {}, caller)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each<[string, object, string]>([
  ['no name', {}, '/name'],
  ['a blank name', { name: '  ' }, '/name'],
  ['a name with a NUL', { name: 'a\u0000b' }, '/name'],
  ['a description with a NUL', { name: 'a', description: '\u0000' }, '/description'],
  ['an unknown key', { name: 'a', color: 'red' }, '/color'],
  ['an unknown visibility', { name: 'a', visibility: 'hidden' }, '/visibility'],
])('a project with %s is refused', async (_, input, path) => {
  await expect(fixture.call(operations.createProject, {}, input)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path }] },
  });
});

test('an empty PATCH is refused', async () => {
  await expect(fixture.call(operations.updateProject, { projectId: fixture.projectId })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('a signed-in member creates and lists projects in any of their organizations', async () => {
  await fixture.pool.query(`insert into organizations (id, name) values ('org_third', 'Third')`);
  const there = { organizationId: 'org_third' };
  const belong = (role: string) =>
    fixture.pool.query(
      'insert into memberships (organization_id, user_id, role) values ($1, $2, $3) on conflict (organization_id, user_id) do update set role = excluded.role',
      ['org_third', fixture.ada.userId, role],
    );
  const make = (caller = fixture.adaInPerson) =>
    fixture.call(operations.createProject, {}, { name: 'x', ...there }, caller);
  await expect(make()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await belong('viewer');
  await expect(make()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await belong('member');
  const made = await make();
  expect(made).toMatchObject({ ...there, role: 'owner' });
  expect((await auditedChanges(fixture.pool)).at(-1)).toMatchObject({ ...there, target: { projectId: made.id } });
  expect((await fixture.call(operations.listProjects, {}, there, fixture.adaInPerson)).items).toEqual([made]);
  expect((await fixture.call(operations.listProjects, {}, there)).items).toEqual([]);
  await expect(make(fixture.ada)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a former member cannot create a project', async () => {
  await fixture.pool.query(
    `insert into users (id, email, name) values ('usr_former', 'former@acme.example', 'Former')`,
  );
  const make = () =>
    fixture.call(operations.createProject, {}, { name: 'x' }, { ...fixture.ada, userId: 'usr_former' });
  await expect(make()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await fixture.pool.query(
    `insert into memberships (organization_id, user_id, role) values ($1, 'usr_former', 'viewer')`,
    [fixture.organizationId],
  );
  await expect(make()).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a project cannot be created in another organization', async () => {
  await expect(
    fixture.call(operations.createProject, {}, { name: 'x', organizationId: 'org_other' }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('authorization for one project is not valid for another', async () => {
  const { target } = await given({ name: 'other' });
  await expect(fixture.call(operations.getProject, target)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a member may read a project but not edit it', async () => {
  const member = { ...fixture.ada, role: 'member' as const };
  expect(await fixture.call(operations.getProject, { projectId: fixture.projectId }, {}, member)).toMatchObject({
    role: 'member',
  });
  await expect(
    fixture.call(operations.updateProject, { projectId: fixture.projectId }, { name: 'x' }, member),
  ).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

test('a deleted project is announced in the same transaction, and loses its servers', async () => {
  const { target, caller } = await given({ name: 'doomed' });
  await fixture.call(
    operations.createProjectServer,
    target,
    { name: 's', enabled: true, transportType: 'http', url: 'http://x.example' },
    caller,
  );
  await fixture.call(operations.deleteProject, target, {}, caller);
  const {
    rows: [event],
  } = await fixture.pool.query('select topic, type, value from outbox where key = $1', [target.projectId]);
  expect(event).toMatchObject({ topic: ProjectDeleted.topic, type: ProjectDeleted.type });
  expect(ProjectDeleted.codec.decode(event.value)).toMatchObject({
    projectId: target.projectId,
    organizationId: fixture.organizationId,
  });
  expect((await fixture.pool.query('select from servers where project_id = $1', [target.projectId])).rowCount).toBe(0);
});

describe('the list', () => {
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    for (let i = 0; i < 5; i++) ids.unshift((await given({ name: `page ${i}` })).target.projectId);
  });

  test('pages are newest first, do not overlap, and end', async () => {
    const first = await fixture.call(operations.listProjects, {}, { limit: '3' });
    const second = await fixture.call(operations.listProjects, {}, { limit: '500', cursor: first.nextCursor });
    expect([...first.items, ...second.items].slice(0, 5).map(({ id }) => id)).toEqual(ids);
    expect(second.items.at(-1)).toMatchObject({ id: fixture.projectId });
    expect(second).not.toHaveProperty('nextCursor');
  });

  test.each(['garbage', 'AAAAAAAAAAAAAAAAAAAAAFtdXQ'])(
    'a cursor that we did not sign (%s) is refused',
    async (cursor) => {
      await expect(fixture.call(operations.listProjects, {}, { cursor })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
    },
  );

  test('the cursor of another list is refused', async () => {
    const { nextCursor } = await fixture.call(operations.listProjects, {}, { limit: '1' });
    const elsewhere = { ...fixture.ada, organizationId: 'org_other' };
    await expect(fixture.call(operations.listProjects, {}, { cursor: nextCursor }, elsewhere)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  test('projects of another organization are not found', async () => {
    expect(await fixture.call(operations.listProjects, {}, { organizationId: 'org_other' })).toEqual({ items: [] });
  });

  test('a private project is listed for people with access to it', async () => {
    const { target } = await given({ name: 'private', visibility: 'private' });
    await fixture.pool.query(`insert into users (id, email, name) values ('usr_bob', 'bob', 'bob')`);
    await fixture.pool.query(
      `insert into memberships (organization_id, user_id, role) values ($1, 'usr_bob', 'member')`,
      [fixture.organizationId],
    );
    const seenBy = async (caller: typeof fixture.ada) =>
      (await fixture.call(operations.listProjects, {}, {}, caller)).items.some(({ id }) => id === target.projectId);
    expect([await seenBy(fixture.ada), await seenBy({ ...fixture.ada, userId: 'usr_bob' })]).toEqual([true, false]);
  });
});
