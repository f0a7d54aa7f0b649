import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { storedKey } from '../../src/domain/api-keys/stored-key.ts';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.pool.query('delete from outbox'));

const found = (name: string, caller = fixture.adaInPerson) =>
  fixture.call(operations.createOrganization, {}, { name }, caller);
const list = async (caller: Caller, query: object = {}) =>
  (await fixture.call(operations.listOrganizations, {}, query, caller)).items.map(({ id }) => id);
const read = (organizationId: string, caller: Caller) =>
  fixture.call(operations.getOrganization, { organizationId }, {}, caller);
/** Ada, with her session in another organization. */
const in_ = (organizationId: string, changes: Partial<Caller> = {}): Caller => ({
  ...fixture.adaInPerson,
  organizationId,
  ...changes,
});
const changes = () => auditedChanges(fixture.pool);

test('a new organization belongs to its creator, whose session does not move', async () => {
  const founded = await found('Zweite');
  expect(founded).toEqual({
    id: expect.stringMatching(/^org_/),
    name: 'Zweite',
    plan: 'self-hosted',
    logoUrl: null,
    myRole: 'owner',
    isCreator: true,
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
  });
  expect(await read(founded.id, in_(founded.id))).toEqual(founded);
  await expect(read(founded.id, fixture.adaInPerson)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await changes()).toMatchObject([
    { organizationId: founded.id, userId: fixture.ada.userId, sessionId: 'ses_test' },
  ]);
});

test.each<[string, (ada: Caller) => Caller]>([
  ['only belongs to one', (ada) => ({ ...ada, organizationRole: 'member' })],
  ['administers one', (ada) => ({ ...ada, organizationRole: 'admin' })],
  ['was removed and acts nowhere', ({ organizationId: _id, organizationRole: _role, ...ada }) => ada],
])('a person who %s cannot create an organization', async (_, as) => {
  const count = async () => (await fixture.pool.query('select from organizations')).rowCount;
  const before = await count();
  await expect(found('x', as(fixture.adaInPerson))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await count()).toBe(before);
});

test('a person owns at most twenty organizations, also when created at once', async () => {
  await fixture.pool.query(`insert into users (id, email, name) values ('usr_founder', 'f', 'f')`);
  await fixture.pool.query(
    `insert into organizations (id, name, deleted_at) select 'org_of_' || i, 'o', case when i > 18 then now() end from generate_series(1, 22) i`,
  );
  await fixture.pool.query(
    `insert into memberships (organization_id, user_id, role) select 'org_of_' || i, 'usr_founder', 'owner' from generate_series(1, 22) i`,
  );
  await fixture.pool.query(
    `insert into memberships (organization_id, user_id, role) values ($1, 'usr_founder', 'admin')`,
    [fixture.organizationId],
  );
  const founder = { ...fixture.adaInPerson, userId: 'usr_founder' };
  const founded = await Promise.all(
    Array.from({ length: 5 }, () =>
      found('x', founder).then(
        () => 'founded',
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(founded.sort()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'founded', 'founded']);
});

test('a person lists every own organization, newest first, and a key only its own', async () => {
  const newer = [(await found('a')).id, (await found('b')).id].reverse();
  expect((await list(fixture.adaInPerson)).slice(0, 2)).toEqual(newer);
  expect((await list(fixture.adaInPerson)).at(-1)).toBe(fixture.organizationId);
  expect(await list(fixture.ada)).toEqual([fixture.organizationId]);
  expect(await list({ ...fixture.ada, organizationId: newer[0]! })).toEqual([newer[0]]);
  await fixture.pool.query(`insert into users (id, email, name) values ('usr_eve', 'eve', 'eve')`);
  expect(await list({ requestId: 'r', sessionId: 'ses_eve', userId: 'usr_eve' })).toEqual([]);
});

test('the list is paged, and refuses the cursor of another person', async () => {
  const all = await list(fixture.adaInPerson);
  const { items, nextCursor } = await fixture.call(
    operations.listOrganizations,
    {},
    { limit: '1' },
    fixture.adaInPerson,
  );
  expect([...items.map(({ id }) => id), ...(await list(fixture.adaInPerson, { cursor: nextCursor }))]).toEqual(all);
  await expect(list({ ...fixture.adaInPerson, userId: 'usr_other' }, { cursor: nextCursor })).rejects.toMatchObject({
    details: { issues: [{ path: '/cursor' }] },
  });
});

test('owners rename it in person, and the audit log has both names', async () => {
  const { id } = await found('before');
  const renamed = await fixture.call(
    operations.updateOrganization,
    { organizationId: id },
    { name: 'Büro 7' },
    in_(id),
  );
  expect(renamed).toMatchObject({ id, name: 'Büro 7', myRole: 'owner' });
  const [, change] = await changes();
  expect([change!.before, change!.after].map((each) => each?.name)).toEqual(['before', 'Büro 7']);
  for (const caller of [in_(id, { organizationRole: 'admin' }), { ...fixture.ada, organizationId: id }]) {
    await expect(
      fixture.call(operations.updateOrganization, { organizationId: id }, { name: 'x' }, caller),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  }
  await expect(
    fixture.call(operations.updateOrganization, { organizationId: id }, { name: 'x' }, fixture.adaInPerson),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test.each<[string, object, string]>([
  ['no name', {}, '/name'],
  ['a blank name', { name: '\t' }, '/name'],
  ['a name with a NUL', { name: 'a\u0000b' }, '/name'],
  ['a name that is too long', { name: 'a'.repeat(201) }, '/name'],
  ['null for a name', { name: null }, '/name'],
  ['an unknown key', { name: 'a', plan: 'enterprise' }, '/plan'],
])('an organization with %s is refused', async (_, input, path) => {
  const before = await list(fixture.adaInPerson);
  const refusal = { code: 'VALIDATION_ERROR', details: { issues: [{ path }] } };
  await expect(fixture.call(operations.createOrganization, {}, input, fixture.adaInPerson)).rejects.toMatchObject(
    refusal,
  );
  await expect(
    fixture.call(operations.updateOrganization, { organizationId: fixture.organizationId }, input, fixture.adaInPerson),
  ).rejects.toMatchObject(refusal);
  expect([await list(fixture.adaInPerson), (await read(fixture.organizationId, fixture.ada)).name]).toEqual([
    before,
    'Acme',
  ]);
});

test('a key can neither create nor delete an organization', async () => {
  await expect(found('x', fixture.ada)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(
    fixture.call(operations.deleteOrganization, { organizationId: fixture.organizationId }),
  ).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

test('its owner deletes it once, and it is hidden at once', async () => {
  const { id: organizationId } = await found('doomed');
  await expect(
    fixture.call(
      operations.deleteOrganization,
      { organizationId },
      {},
      in_(organizationId, { organizationRole: 'admin' }),
    ),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(
    fixture.call(operations.deleteOrganization, { organizationId }, {}, fixture.adaInPerson),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const owner = in_(organizationId);
  await fixture.pool.query(
    `insert into sessions (id, user_id, hash, method, expires_at) values ('ses_test', $1, '\\x00', 'password', now() + interval '1 day')`,
    [fixture.ada.userId],
  );
  const { key } = await fixture.call(operations.createApiKey, {}, { name: 'CI', organizationId }, fixture.adaInPerson);
  const whose = () =>
    fixture.mesh.call(
      DirectoryService.authenticate,
      { keyHash: storedKey(key).hash },
      { caller: { requestId: 'r', service: 'gateway' } },
    );
  expect(await whose()).toMatchObject({ organizationId });
  expect(await fixture.call(operations.deleteOrganization, { organizationId }, {}, owner)).toEqual({
    id: organizationId,
    deleted: true,
  });
  await expect(whose()).rejects.toMatchObject({ code: 'UNAUTHORIZED', details: { reason: 'ORPHANED_KEY' } });
  expect(await list(fixture.adaInPerson)).not.toContain(organizationId);
  await expect(read(organizationId, owner)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(
    fixture.call(operations.updateOrganization, { organizationId }, { name: 'x' }, owner),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(fixture.call(operations.deleteOrganization, { organizationId }, {}, owner)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('the last organization stays, also when the last two are deleted at once', async () => {
  const only = await startTestCatalog();
  const dissolve = (organizationId: string) =>
    only.call(operations.deleteOrganization, { organizationId }, {}, { ...only.adaInPerson, organizationId }).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  expect(await dissolve(only.organizationId)).toBe('CONFLICT');
  const other = await only.call(operations.createOrganization, {}, { name: 'Other' }, only.adaInPerson);
  expect((await Promise.all([dissolve(only.organizationId), dissolve(other.id)])).sort()).toEqual(['CONFLICT', 'done']);
  expect((await only.pool.query('select from organizations where deleted_at is null')).rowCount).toBe(1);
  await only.stop();
});

test('fixed account fields are answered although they are not stored', async () => {
  expect(await fixture.call(operations.getMe, {})).toMatchObject({
    plan: 'self-hosted',
    imageUrl: null,
    profilePictureUrl: null,
  });
});
