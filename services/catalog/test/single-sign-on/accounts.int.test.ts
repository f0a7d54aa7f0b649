import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { waitUntil } from '@assay/testkit/until';
import { beginSession } from '../../src/actions/sessions/begin-session.ts';
import { startSignOnFixture, type SignOnFixture } from '../support/single-sign-on.ts';

let fixture: SignOnFixture;
beforeAll(async () => {
  fixture = await startSignOnFixture();
  fixture.settings.groupRoles = [{ group: 'bosses', role: 'owner' }];
});
afterAll(() => fixture.stop());

const password = 'correct horse battery staple';
const account = async (email: string) =>
  (
    await fixture.catalog.pool.query<{ id: string; password_hash: string | null; address_proven: boolean }>(
      'select id, password_hash, address_proven from users where email = $1',
      [email],
    )
  ).rows[0];
const enter = (email: string) =>
  fixture.catalog.call(
    operations.signIn,
    { clientAddress: '192.0.2.1', userAgent: '', sessionToken: '' },
    { email, password },
    { requestId: 'r' },
  );

test('an unproven account is cleared once the provider vouches for its owner', async () => {
  const { catalog } = fixture;
  const email = 'boss@acme.example';
  const organizationId = await fixture.addOrganization('Mine', { 'ada@acme.example': 'owner' });
  const invitation = await catalog.call(
    operations.createInvitation,
    { organizationId },
    { email, role: 'viewer' },
    { ...catalog.adaInPerson, organizationId },
  );
  const token = new URL(invitation.url).pathname.split('/').at(-1)!;
  const {
    id: sessionId,
    user: { id: userId },
  } = await catalog.call(
    operations.acceptInvitation,
    { token, sessionToken: '', userAgent: 'evil' },
    { name: 'Boss', password },
    { requestId: 'r' },
  );
  await catalog.call(
    operations.createApiKey,
    {},
    { name: 'evil', organizationId },
    { requestId: 'r', userId, sessionId, organizationId, organizationRole: 'viewer', features: [] },
  );
  await enter(email);
  await catalog.pool.query(`update memberships set role = 'admin' where user_id = $1`, [userId]);
  await catalog.call(
    operations.createInvitation,
    { organizationId },
    { email: 'evil@acme.example', role: 'admin' },
    { requestId: 'r', userId, sessionId, organizationId, organizationRole: 'admin' },
  );
  expect(await account(email)).toMatchObject({ address_proven: false });
  await catalog.pool.query(
    `insert into application_grants (id, user_id, organization_id, application_id, application_name, scopes, audiences, expires_at)
     values ('grant_1', $1, $2, 'assay-cli', 'a', '{read}', '{api}', now() + interval '1 day')`,
    [userId, organizationId],
  );

  const session = await fixture.sessionOf(
    await fixture.signIn({ sub: 'boss', email, email_verified: true, groups: ['bosses'] }),
  );
  expect(session).toEqual({ user_id: userId, organization_id: catalog.organizationId, method: 'oidc' });
  expect(await account(email)).toEqual({ id: userId, password_hash: null, address_proven: true });
  await expect(enter(email)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  const {
    rows: [left],
  } = await catalog.pool.query(
    'select (select count(*)::int from sessions where user_id = $1) as sessions, (select count(*)::int from api_keys where user_id = $1 and revoked_at is null) as keys, (select count(*)::int from application_grants) as grants, (select count(*)::int from invitations) as invitations',
    [userId],
  );
  expect(left).toEqual({ sessions: 1, keys: 0, grants: 0, invitations: 0 });
  expect((await fixture.audited()).map(({ organizationId: at, before, after }) => [at, before, after])).toContainEqual([
    organizationId,
    { addressProven: false },
    { addressProven: true, sessionsEnded: 2, keysRevoked: 1 },
  ]);

  await fixture.signIn({ sub: 'boss', email, email_verified: true, groups: ['bosses'] });
  expect((await fixture.audited()).filter(({ before }) => before?.addressProven === false)).toHaveLength(1);
});

test('a person with only an invitation may sign in, and then accepts it', async () => {
  const { catalog, settings } = fixture;
  const email = 'guest@acme.example';
  const fallback = settings.defaultRole;
  settings.defaultRole = undefined;
  const { url } = await catalog.call(
    operations.createInvitation,
    { organizationId: catalog.organizationId },
    { email, role: 'member' },
    catalog.adaInPerson,
  );
  const token = url.split('/').at(-1)!;
  const page = await catalog.mesh.call(
    rpcOf(operations.openInvitation),
    { token, sessionToken: '', userAgent: '', input: Buffer.from('{}') },
    { caller: { requestId: 'r' } },
  );
  expect(page.json.toString()).toContain(
    `href="/auth/oidc/start?returnTo=%2Fauth%2Finvitations%2F${token}">Continue with Acme ID`,
  );
  for (const stranger of [
    { sub: 'unseen', email },
    { sub: 'stranger', email: 'stranger@acme.example', email_verified: true },
  ])
    expect(await fixture.signIn(stranger)).toMatchObject({ status: 403, setCookie: '' });
  const came = await fixture.signIn({ sub: 'guest', email, email_verified: true }, `/auth/invitations/${token}`);
  expect([came.location, await fixture.rolesOf(email)]).toEqual([`/auth/invitations/${token}`, {}]);
  const sessionToken = /assay_session=([^;]+)/.exec(came.setCookie)![1]!;
  await catalog.call(operations.acceptInvitation, { token, sessionToken, userAgent: '' }, {}, { requestId: 'r' });
  expect(await fixture.rolesOf(email)).toEqual({ Acme: 'member' });
  settings.defaultRole = fallback;
});

test("the browser's previous session ends with the new one", async () => {
  const person = { sub: 'twice', email: 'twice@acme.example', email_verified: true, groups: ['bosses'] };
  const first = await fixture.signIn(person);
  fixture.provider.is(person);
  const there = fixture.browser();
  const second = await there.comeBack(await there.out(), {}, /assay_session=([^;]+)/.exec(first.setCookie)![1]);
  expect([await fixture.sessionOf(first), await fixture.sessionOf(second)]).toEqual([
    undefined,
    expect.objectContaining({ method: 'oidc' }),
  ]);
});

test.each([
  ['verified', true, true],
  ['not spoken of', undefined, false],
])('a new account whose address is %s is stored as such', async (_, verified, isProven) => {
  const email = `${String(verified)}@acme.example`;
  expect((await fixture.signIn({ sub: email, email, email_verified: verified })).setCookie).toContain('assay_session=');
  expect(await account(email)).toMatchObject({ address_proven: isProven });
});

test('an unverified or lookalike address is refused', async () => {
  const before = await Promise.all(['users', 'identities', 'sessions'].map(fixture.count));
  expect(await fixture.signIn({ sub: 'squatter', email: 'ceo@acme.example', email_verified: false })).toMatchObject({
    status: 403,
    setCookie: '',
    text: expect.stringContaining('is not verified'),
  });
  expect((await fixture.audited()).at(-1)).toMatchObject({
    outcome: 'refused',
    organizationId: fixture.catalog.organizationId,
    after: { refusal: 'not verified' },
  });
  expect(await fixture.signIn({ sub: 'lookalike', email: 'ad\u200ba@acme.example' })).toMatchObject({
    status: 502,
    setCookie: '',
  });
  expect(await Promise.all(['users', 'identities', 'sessions'].map(fixture.count))).toEqual(before);
});

test('a sign-in that races with the creation of its account gets that account', async () => {
  const { pool } = fixture.catalog;
  const email = 'race@acme.example';
  const other = await pool.connect();
  await other.query('begin');
  await other.query(`insert into users (id, email, name) values ('usr_race', $1, 'R')`, [email]);
  const coming = fixture.signIn({ sub: 'race', email, email_verified: true, groups: ['bosses'] });
  await waitUntil(
    async () =>
      (await pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
        .rowCount === 1,
  );
  await other.query('commit');
  other.release();
  expect(await fixture.sessionOf(await coming)).toMatchObject({ user_id: 'usr_race' });
});

test('a password verified before the account was cleared opens nothing', async () => {
  const { pool } = fixture.catalog;
  await pool.query(`update users set password_hash = 'another' where id = 'usr_race'`);
  expect(
    await beginSession(
      pool,
      { userId: 'usr_race', method: 'password', userAgent: '', sessionToken: '' },
      'the one before',
    ),
  ).toBeUndefined();
});

test('the userinfo is requested when the ID token does not say email_verified', async () => {
  const told = await startSignOnFixture({ inIdToken: true });
  told.provider.is({ sub: 'gus', email: 'ada@acme.example', name: 'Gus' });
  const there = told.browser();
  const back = await there.out();
  told.provider.break((request, response, goOn) => {
    if (!request.url!.startsWith('/me')) return goOn();
    return void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ sub: 'gus', email: 'gus@acme.example', email_verified: true }));
  });
  const session = await told.sessionOf(await there.comeBack(back));
  expect(
    (await told.catalog.pool.query('select email, address_proven from users where id = $1', [session!.user_id])).rows,
  ).toEqual([{ email: 'gus@acme.example', address_proven: true }]);
  await told.stop();
});

test('over https, below a path, cookies have the host prefix and paths stay below', async () => {
  const below = await startSignOnFixture({ publicUrl: 'https://assay.test/at' });
  below.provider.is({ sub: 'bob', email: 'bob@acme.example' });
  const there = below.browser();
  const out = await there.start();
  expect(out.setCookie).toMatch(
    /^__Host-assay_sign_in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  );
  const answer = await there.comeBack(await below.provider.browse(out.location!));
  expect(answer).toMatchObject({
    location: '/at/',
    setCookie: expect.stringMatching(
      /^__Host-assay_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax; Secure$/,
    ),
  });
  expect((await there.comeBack('https://assay.test/at/auth/oidc/callback')).text).toContain(
    'href="/at/auth/oidc/start?returnTo=%2Fat%2F"',
  );
  await below.stop();
});
