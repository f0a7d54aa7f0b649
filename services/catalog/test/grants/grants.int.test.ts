import { DirectoryService, Role } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { deleteExpiredCredentials } from '../../src/background/credential-retention.ts';
import { testPassword } from '../support/people.ts';
import { startApplications, type TestApplications } from '../support/applications.ts';

let fixture: TestApplications;
beforeAll(async () => {
  fixture = await startApplications();
});
afterAll(() => fixture.stop());

const renew = (token: string, form: Record<string, string> = {}) =>
  fixture.token({ grant_type: 'refresh_token', refresh_token: token, ...form });
const isLive = (access: string) =>
  fixture.principal(access).then(
    () => true,
    () => false,
  );
const revoke = (form: Record<string, string>) => fixture.post(operations.revokeToken, form);
const grantsOf = async (caller: TestApplications['ada']) =>
  (await fixture.call(operations.listOwnGrants, {}, {}, caller)).items;

describe('a refresh token', () => {
  test('is exchanged once for new tokens of the same grant', async () => {
    const first = await fixture.signedIn(await fixture.member());
    const second = await renew(first.refresh_token!);
    expect(second).toMatchObject({ status: 200, scope: 'read launch write' });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    const [one, other] = await Promise.all([first, second].map((each) => fixture.principal(each.access_token!)));
    expect(one!.sessionId).toBe(other!.sessionId);
    expect(await renew(second.refresh_token!)).toMatchObject({ status: 200 });
  });

  test('ends its grant when it is used again', async () => {
    const first = await fixture.signedIn(await fixture.member());
    const second = await renew(first.refresh_token!);
    expect(await renew(first.refresh_token!)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await Promise.all([first, second].map((each) => isLive(each.access_token!)))).toEqual([false, false]);
    expect(await renew(second.refresh_token!)).toMatchObject({ error: 'invalid_grant' });
  });

  test('ends its grant when it is used twice at once', async () => {
    const { refresh_token: token } = await fixture.signedIn(await fixture.member());
    const answers = await Promise.all([renew(token!), renew(token!)]);
    const got = answers.find(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
    expect(await isLive(got!.access_token!)).toBe(false);
  });

  test('is refused to another application, for another resource, and when it is no refresh token', async () => {
    const { access_token: access, refresh_token: token } = await fixture.signedIn(await fixture.member());
    const { client_id: other } = (
      await fixture.register({ redirect_uris: ['https://agent.example/cb'] }, '192.0.2.201')
    ).body() as { client_id: string };
    expect(await renew(token!, { client_id: other })).toMatchObject({ error: 'invalid_grant' });
    expect(await renew(token!, { resource: 'https://elsewhere.example' })).toMatchObject({ error: 'invalid_target' });
    expect(await renew(access!)).toMatchObject({ error: 'invalid_grant' });
    expect(await renew(token!, { client_id: 'app_unknown' })).toMatchObject({ status: 401, error: 'invalid_client' });
    expect(await renew(token!)).toMatchObject({ status: 200 });
  });

  test('is refused when its grant has expired', async () => {
    const person = await fixture.member();
    const { refresh_token: token } = await fixture.signedIn(person);
    await fixture.pool.query("update application_grants set expires_at = now() - interval '1 s' where user_id = $1", [
      person.userId,
    ]);
    expect(await renew(token!)).toMatchObject({ error: 'invalid_grant' });
    expect(await grantsOf(person.caller)).toEqual([]);
  });
});

describe('a grant ends', () => {
  test('when its person revokes it, and not when another person does', async () => {
    const [person, other] = [await fixture.member(), await fixture.member()];
    const { access_token: access, refresh_token: token } = await fixture.signedIn(person);
    const [grant] = await grantsOf(person.caller);
    const grantId = grant!.id;
    await expect(fixture.call(operations.revokeGrant, { grantId }, {}, other.caller)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await fixture.call(operations.revokeGrant, { grantId }, {}, person.caller)).toEqual({
      id: grantId,
      revoked: true,
    });
    expect([await isLive(access!), (await renew(token!)).error]).toEqual([false, 'invalid_grant']);
    const entries = (await auditedChanges(fixture.pool)).filter(({ target }) => target.grantId === grantId);
    expect(entries.at(-1)).toMatchObject({ userId: person.userId, rpc: expect.stringMatching(/revokeGrant$/i) });
  });

  test.each(['access_token', 'refresh_token'] as const)(
    'when its %s is revoked, and an unknown token is no error',
    async (kind) => {
      const tokens = await fixture.signedIn(await fixture.member());
      expect(await revoke({ token: tokens[kind]! })).toMatchObject({ status: 200 });
      expect(await isLive(tokens.access_token!)).toBe(false);
      expect(await revoke({ token: tokens[kind]! })).toMatchObject({ status: 200 });
      expect(await revoke({})).toMatchObject({ status: 400, error: 'invalid_request' });
    },
  );

  test('with a new password of its person', async () => {
    const person = await fixture.member();
    const { access_token: access } = await fixture.signedIn(person);
    await fixture.call(
      operations.changePassword,
      {},
      { current: testPassword, next: 'another battery staple' },
      person.caller,
    );
    expect(await isLive(access!)).toBe(false);
  });

  test('when its person is removed from its organization', async () => {
    const person = await fixture.member();
    const { access_token: access } = await fixture.signedIn(person);
    const { organizationId } = fixture;
    await fixture.call(
      operations.removeMember,
      { organizationId, userId: person.userId },
      {},
      { ...fixture.adaInPerson },
    );
    expect([await isLive(access!), await grantsOf(person.caller)]).toEqual([false, []]);
  });

  test('when its person has more than a hundred and did not use it for the longest time', async () => {
    const person = await fixture.member();
    const { access_token: access } = await fixture.signedIn(person);
    await fixture.pool.query(
      `insert into application_grants (id, user_id, organization_id, application_id, application_name, scopes, audiences, expires_at, last_used_at)
       select 'grant_' || number, $1, $2, 'assay-cli', 'x', '{read}', '{api}', now() + interval '1 day', now() + interval '1 minute' from generate_series(1, 99) number`,
      [person.userId, fixture.organizationId],
    );
    expect(await isLive(access!)).toBe(true);
    await fixture.signedIn(person);
    expect(await isLive(access!)).toBe(false);
  });
});

test('work that a grant began may go on while the grant is live', async () => {
  const person = await fixture.member();
  const { access_token: access } = await fixture.signedIn(person);
  const { sessionId } = await fixture.principal(access!);
  const { organizationId, projectId } = fixture;
  const roleOf = async (credential: object) =>
    (
      await fixture.mesh.call(DirectoryService.authorize, {
        organizationId,
        projectId,
        userId: person.userId,
        ...credential,
      })
    ).role;
  const credentials = [{ sessionId: sessionId! }, { keyId: sessionId! }];
  expect(await Promise.all(credentials.map(roleOf))).toEqual([Role.MEMBER, Role.MEMBER]);
  await fixture.call(operations.revokeGrant, { grantId: sessionId! }, {}, person.caller);
  expect(await Promise.all(credentials.map(roleOf))).toEqual([Role.UNSPECIFIED, Role.UNSPECIFIED]);
});

test('retention deletes what has expired, registrations without a grant, and nothing else', async () => {
  const person = await fixture.member();
  const { access_token: access } = await fixture.signedIn(person);
  const { client_id: unused } = (
    await fixture.register({ redirect_uris: ['https://agent.example/cb'] }, '192.0.2.202')
  ).body() as { client_id: string };
  const countOf = async (table: string) =>
    Number((await fixture.pool.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]!.count);
  await fixture.pool.query(`update applications set created_at = now() - interval '25 hours' where id = '${unused}'`);
  await fixture.pool.query("update authorization_codes set expires_at = now() - interval '1 s'");
  await deleteExpiredCredentials(fixture.pool, new AbortController().signal);
  expect(await countOf('authorization_codes')).toBe(0);
  expect(await countOf(`applications where id = '${unused}'`)).toBe(0);
  expect(await isLive(access!)).toBe(true);
});

test('the command line makes an API key while its grant is live', async () => {
  const person = await fixture.member();
  const { access_token: access } = await fixture.signedIn(person);
  const { sessionId, scopes } = await fixture.principal(access!);
  const caller = { ...person.caller, sessionId: sessionId!, scopes: scopes as ('read' | 'write')[] };
  expect(await fixture.call(operations.createApiKey, {}, { name: 'CI' }, caller)).toMatchObject({ name: 'CI' });
  await expect(
    fixture.call(operations.createApiKey, {}, { name: 'CI' }, { ...caller, scopes: ['read'] }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN', details: { reason: 'SCOPE_NEEDED', scope: 'write' } });
});
