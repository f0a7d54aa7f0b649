import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { isApiKey } from '../../src/domain/api-keys/api-key.ts';
import { storedKey } from '../../src/domain/api-keys/stored-key.ts';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
let bob: Caller;
beforeAll(async () => {
  fixture = await startTestCatalog();
  await fixture.pool.query(`insert into users (id, email, name) values ('usr_bob', 'bob@acme.example', 'Bob')`);
  await fixture.pool.query(`insert into organizations (id, name) values ('org_2', 'Second')`);
  await fixture.pool.query(
    `insert into memberships (organization_id, user_id, role) values ($1, 'usr_bob', 'viewer'), ('org_2', $2, 'member')`,
    [fixture.organizationId, fixture.ada.userId],
  );
  await signedIn(fixture.ada.userId!, 'ses_test');
  await signedIn('usr_bob', 'ses_bob');
  bob = { ...fixture.adaInPerson, userId: 'usr_bob', sessionId: 'ses_bob', organizationRole: 'viewer', role: 'viewer' };
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.pool.query('delete from api_keys; delete from outbox'));

const signedIn = (userId: string, id: string) =>
  fixture.pool.query(
    `insert into sessions (id, user_id, hash, method, expires_at) values ($1, $2, convert_to($1, 'UTF8'), 'password', now() + interval '1 day')`,
    [id, userId],
  );
const create = (input: object = {}, caller = fixture.adaInPerson) =>
  fixture.call(operations.createApiKey, {}, { name: 'CI', ...input }, caller);
const list = (query: object = {}, caller = fixture.adaInPerson) =>
  fixture.call(operations.listApiKeys, {}, query, caller);
const everybodys = (query: object = {}, caller = fixture.adaInPerson) =>
  fixture.call(operations.listOrganizationApiKeys, organization(), query, caller);
const revoke = (keyId: string, caller = fixture.adaInPerson) =>
  fixture.call(operations.revokeApiKey, { keyId }, {}, caller);
const organization = () => ({ organizationId: fixture.organizationId });
const epoch = async () => (await fixture.pool.query('select epoch::int from access_epoch')).rows[0].epoch as number;
const changes = () => auditedChanges(fixture.pool);

test('a key is shown once and stored as a hash', async () => {
  const { key, ...made } = await create();
  expect(made).toEqual({
    id: expect.stringMatching(/^key_/),
    name: 'CI',
    prefix: key.slice(0, 8),
    organizationId: fixture.organizationId,
    createdAt: expect.any(Number),
  });
  expect([isApiKey(key), key.length]).toEqual([true, 49]);
  expect((await list()).items).toEqual([made]);
  expect((await everybodys()).items).toEqual([
    { ...made, user: { id: fixture.ada.userId, name: 'ada', email: 'ada@acme.example' } },
  ]);
  const {
    rows: [row],
  } = await fixture.pool.query('select hash, to_jsonb(k) as row from api_keys k');
  expect(row.hash).toEqual(storedKey(key).hash);
  const written = JSON.stringify([row.row, (await changes()).map(({ after }) => after)]);
  expect(written).not.toContain(key.slice(8));
});

test('keys are unique, and a viewer may have one', async () => {
  const [first, second] = [await create({}, bob), await create({}, bob)];
  expect(first.key).not.toBe(second.key);
  expect((await list({}, bob)).items.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect((await list()).items).toEqual([]);
});

test('a key may be made for any organization of its owner, not only the present one', async () => {
  expect(await create({ organizationId: 'org_2' })).toMatchObject({ organizationId: 'org_2' });
  expect(await changes()).toMatchObject([
    {
      organizationId: 'org_2',
      userId: fixture.ada.userId,
      sessionId: 'ses_test',
      keyId: '',
      operation: 'CreateApiKey',
    },
  ]);
  for (const organizationId of ['org_2', 'org_none'])
    await expect(create({ organizationId }, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const { organizationId: _none, ...nowhere } = bob;
  await expect(create({}, nowhere)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await list({}, bob)).items).toEqual([]);
});

test.each([
  ['a session that ended', `delete from sessions where id = 'ses_ended'`],
  [
    'one that was left alone for too long',
    `update sessions set last_used_at = now() - interval '1 year' where id = 'ses_ended'`,
  ],
  ['a session of another person', `update sessions set user_id = 'usr_bob' where id = 'ses_ended'`],
])('no key is made in %s', async (_, end) => {
  await signedIn(fixture.ada.userId!, 'ses_ended');
  await fixture.pool.query(end);
  await expect(create({}, { ...fixture.adaInPerson, sessionId: 'ses_ended' })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
  await fixture.pool.query(`delete from sessions where id = 'ses_ended'`);
  expect((await list()).items).toEqual([]);
});

test.each<[string, object, string]>([
  ['no name', { name: undefined }, '/name'],
  ['a blank name', { name: ' ' }, '/name'],
  ['a name of two lines', { name: 'a\nb' }, '/name'],
  ['a name with a NUL', { name: 'a\u0000' }, '/name'],
  ['a name that is too long', { name: 'a'.repeat(201) }, '/name'],
  ['an organization that is no id', { organizationId: '' }, '/organizationId'],
  ['a key of its own choice', { key: 'sk_mine' }, '/key'],
])('a key with %s is refused, and nothing is stored', async (_, input, path) => {
  await expect(create(input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
  expect((await list()).items).toEqual([]);
});

test('a person has at most 100 live keys, also when keys are made at once', async () => {
  await fixture.pool.query(
    `
    insert into api_keys (id, organization_id, user_id, name, hash, prefix)
    select 'key_' || n, $1, $2, 'n', n::text::bytea, 'sk_' from generate_series(1, 97) n`,
    [fixture.organizationId, fixture.ada.userId],
  );
  const made = await Promise.all(
    Array.from({ length: 6 }, () =>
      create().then(
        ({ id }) => id,
        (error: { code: string }) => error.code,
      ),
    ),
  );
  expect(made.filter((each) => each === 'CONFLICT')).toHaveLength(3);
  await revoke('key_1');
  expect(await create()).toMatchObject({ name: 'CI' });
  await expect(create()).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('100 API keys') });
  expect(await create({ organizationId: 'org_2' })).toMatchObject({ organizationId: 'org_2' });
});

describe('revoking', () => {
  test('ends a key for good, once, and moves the access version', async () => {
    const { id } = await create();
    const before = await epoch();
    expect(await revoke(id)).toEqual({ id, revoked: true });
    expect(await epoch()).toBe(before + 1);
    const {
      items: [ended],
    } = await list();
    expect(ended).toMatchObject({ id, revokedAt: expect.any(Number) });
    expect(await revoke(id)).toEqual({ id, revoked: true });
    expect([await epoch(), (await list()).items]).toEqual([before + 1, [ended]]);
    expect(await changes()).toMatchObject([
      { operation: 'CreateApiKey' },
      { operation: 'RevokeApiKey', target: { keyId: id } },
    ]);
  });

  test('is allowed for own keys, and for keys of an organization that one administers', async () => {
    const { id } = await create({}, bob);
    await expect(revoke(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(revoke('key_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const elsewhere = await create({ organizationId: 'org_2' });
    await expect(
      fixture.call(
        operations.revokeOrganizationApiKey,
        { ...organization(), keyId: elsewhere.id },
        {},
        fixture.adaInPerson,
      ),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(
      await fixture.call(
        operations.revokeOrganizationApiKey,
        { ...organization(), keyId: id },
        {},
        fixture.adaInPerson,
      ),
    ).toEqual({ id, revoked: true });
    expect((await everybodys()).items).toMatchObject([
      { id, user: { id: 'usr_bob', name: 'Bob' }, revokedAt: expect.any(Number), revokedBy: fixture.ada.userId },
    ]);
    expect((await list()).items).toMatchObject([{ id: elsewhere.id }]);
  });
});

test('only administrators list and revoke the keys of all members', async () => {
  const { id: keyId } = await create();
  for (const organizationRole of ['viewer', 'member'] as const) {
    await expect(everybodys({}, { ...bob, organizationRole })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(
      fixture.call(operations.revokeOrganizationApiKey, { ...organization(), keyId }, {}, { ...bob, organizationRole }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
  expect((await everybodys({}, { ...bob, organizationRole: 'admin' })).items).toHaveLength(1);
  await expect(everybodys({}, { ...fixture.adaInPerson, organizationId: 'org_2' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a key cannot manage keys', async () => {
  const { id: keyId } = await create();
  const asKey = [
    create({}, fixture.ada),
    list({}, fixture.ada),
    revoke(keyId, fixture.ada),
    everybodys({}, fixture.ada),
    fixture.call(operations.revokeOrganizationApiKey, { ...organization(), keyId }),
  ];
  for (const each of asKey)
    await expect(each).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'An API key cannot do this; sign in.' });
  const [kept] = (await list()).items;
  expect(kept).not.toHaveProperty('revokedAt');
});

test('lists are newest first, paged, and refuse the cursor of another list', async () => {
  const made: string[] = [];
  for (let i = 0; i < 5; i++) made.unshift((await create()).id);
  for (const read of [list, everybodys]) {
    const first = await read({ limit: '3' });
    await create({ name: 'meanwhile' });
    const second = await read({ limit: '1000', cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ id }) => id).filter((id) => made.includes(id))).toEqual(made);
    expect(second).not.toHaveProperty('nextCursor');
    await expect((read === list ? everybodys : list)({ cursor: first.nextCursor })).rejects.toMatchObject({
      details: { issues: [{ path: '/cursor' }] },
    });
    await fixture.pool.query(`delete from api_keys where name = 'meanwhile'`);
  }
});

test('a key of a deleted organization is listed without one, before and after the purge', async () => {
  const { id } = await create({ organizationId: 'org_2' });
  await fixture.pool.query(`update organizations set deleted_at = now() where id = 'org_2'`);
  await expect(create({ organizationId: 'org_2' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const {
    items: [orphan],
  } = await list();
  expect(orphan).toMatchObject({ id });
  expect(orphan).not.toHaveProperty('organizationId');
  await fixture.pool.query(`delete from organizations where id = 'org_2'`);
  expect((await list()).items).toEqual([orphan]);
  await fixture.pool.query('delete from outbox');
  expect(await revoke(id)).toEqual({ id, revoked: true });
  expect(await changes()).toEqual([]);
});
