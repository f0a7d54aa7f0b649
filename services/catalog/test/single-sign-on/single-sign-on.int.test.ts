import { deleteExpiredCredentials } from '../../src/background/credential-retention.ts';
import { startSignOnFixture, type SignOnFixture } from '../support/single-sign-on.ts';

let fixture: SignOnFixture;
beforeAll(async () => {
  fixture = await startSignOnFixture();
});
afterAll(() => fixture.stop());

const bob = { sub: 'bob', email: 'Bob@Acme.example', email_verified: true, name: 'Bob' };

test('a person of the provider is signed in with a new account without a password', async () => {
  const answer = await fixture.signIn(bob, '/runs?open=1#top');
  expect(answer).toMatchObject({ status: undefined, location: '/runs?open=1#top', text: '' });
  expect(answer.setCookie).toMatch(/^assay_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);

  const {
    rows: [account],
  } = await fixture.catalog.pool.query('select id, email, name, password_hash from users where email = $1', [
    'bob@acme.example',
  ]);
  expect(account).toEqual({ id: expect.any(String), email: 'bob@acme.example', name: 'Bob', password_hash: null });
  expect(await fixture.sessionOf(answer)).toEqual({
    user_id: account.id,
    organization_id: fixture.catalog.organizationId,
    method: 'oidc',
  });
  expect(await fixture.rolesOf('bob@acme.example')).toEqual({ Acme: 'member' });
});

test('a second sign-in finds the same account, also under another name and address', async () => {
  const first = await fixture.sessionOf(
    await fixture.signIn({ sub: 'cleo', email: 'cleo@acme.example', name: 'Cleo' }),
  );
  const before = await fixture.count('users');
  const second = await fixture.sessionOf(
    await fixture.signIn({ sub: 'cleo', email: 'married@acme.example', name: 'Cleo M.' }),
  );
  expect(second!.user_id).toBe(first!.user_id);
  expect(await fixture.count('users')).toBe(before);
});

test('a person in two tabs at once has one account', async () => {
  fixture.provider.is({ sub: 'twice', email: 'twice@acme.example' });
  const [one, other] = [fixture.browser(), fixture.browser()];
  const ways = [await one.out(), await other.out()];
  const answers = await Promise.all([one.comeBack(ways[0]!), other.comeBack(ways[1]!)]);
  const sessions = await Promise.all(answers.map(fixture.sessionOf));
  expect(sessions[0]!.user_id).toBe(sessions[1]!.user_id);
});

test('the claims of a complete ID token suffice', async () => {
  const told = await startSignOnFixture({ inIdToken: true });
  expect(await told.sessionOf(await told.signIn(bob))).toBeDefined();
  expect(told.provider.asked).not.toContain('/me');
  await told.stop();
});

test('an attempt is stored without plain text, and deleted at its end', async () => {
  const there = fixture.browser();
  const { location, setCookie } = await there.start('/auth/invitations/of-bob');
  const url = new URL(location!);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile groups',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(setCookie).toMatch(/^assay_sign_in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);

  const { rows } = await fixture.catalog.pool.query('select * from sign_in_attempts');
  const kept = JSON.stringify(rows, (_key, value: unknown) =>
    Buffer.isBuffer(value) ? value.toString('latin1') : value,
  );
  for (const secret of [
    'of-bob',
    url.searchParams.get('state')!,
    url.searchParams.get('nonce')!,
    /=([^;]+)/.exec(setCookie)![1]!,
  ])
    expect(kept).not.toContain(secret);

  fixture.provider.is(bob);
  await there.comeBack(await fixture.provider.browse(location!));
  expect(await fixture.count('sign_in_attempts')).toBe(rows.length - 1);
});

test('attempts without a callback are deleted', async () => {
  const there = fixture.browser();
  await there.start();
  await fixture.catalog.pool.query(`update sign_in_attempts set expires_at = now() - interval '1 second'`);
  await there.start();
  await deleteExpiredCredentials(fixture.catalog.pool, new AbortController().signal);
  expect(await fixture.count('sign_in_attempts')).toBe(1);
});

test.each([
  ['another origin', 'https://evil.example/'],
  ['a host in disguise', '//evil.example'],
  ['a host with a backslash', '/\\evil.example'],
  ['no text', ['/a', '/b']],
])('%s is not a return path', async (_, returnTo) => {
  fixture.provider.is(bob);
  const there = fixture.browser();
  const { location } = await there.start(returnTo);
  expect((await there.comeBack(await fixture.provider.browse(location!))).location).toBe('/');
});

describe('linking', () => {
  test('an account of the same address is linked when the provider has verified it', async () => {
    const answer = await fixture.signIn({ sub: 'ada', email: 'ADA@acme.example', email_verified: true });
    expect((await fixture.sessionOf(answer))!.user_id).toBe(fixture.catalog.ada.userId);
    expect(await fixture.rolesOf('ada@acme.example')).toMatchObject({ Acme: 'owner' });
    expect((await fixture.catalog.pool.query('select from api_keys where revoked_at is null')).rowCount).toBe(1);
  });

  test.each([
    ['no', false],
    ['maybe', 'true'],
    ['nothing', undefined],
  ])('it is not linked when the provider says %s of that', async (_, verified) => {
    await fixture.catalog.pool.query(
      `insert into users (id, email, name) values ('usr_dan', 'dan@acme.example', 'Dan') on conflict do nothing`,
    );
    const [users, sessions] = [await fixture.count('users'), await fixture.count('sessions')];
    const answer = await fixture.signIn({ sub: 'dan', email: 'dan@acme.example', email_verified: verified });
    expect(answer).toMatchObject({
      status: 403,
      location: undefined,
      setCookie: '',
      text: expect.stringContaining('This address has an account'),
    });
    expect([await fixture.count('users'), await fixture.count('sessions')]).toEqual([users, sessions]);
    expect((await fixture.catalog.pool.query(`select from identities where user_id = 'usr_dan'`)).rowCount).toBe(0);
  });

  test('another person with the address of a linked account does not get it', async () => {
    await fixture.signIn({ sub: 'eve-old', email: 'eve@acme.example', email_verified: true });
    expect(await fixture.signIn({ sub: 'eve-new', email: 'eve@acme.example', email_verified: true })).toMatchObject({
      status: 403,
      setCookie: '',
    });
  });
});

test('a person without an address cannot have an account, and is told so', async () => {
  const users = await fixture.count('users');
  expect(await fixture.signIn({ sub: 'nameless' })).toMatchObject({
    status: 403,
    text: expect.stringContaining('No e-mail address'),
  });
  expect(await fixture.count('users')).toBe(users);
  expect((await fixture.audited()).at(-1)).toMatchObject({
    organizationId: fixture.catalog.organizationId,
    userId: '',
    outcome: 'refused',
    after: { subject: 'nameless', refusal: 'no e-mail' },
  });
});

test('every sign-in is audited, and every refused one', async () => {
  const session = await fixture.sessionOf(await fixture.signIn(bob));
  expect((await fixture.audited()).at(-1)).toMatchObject({
    organizationId: fixture.catalog.organizationId,
    userId: session!.user_id,
    sessionId: expect.stringMatching(/^ses_/),
    rpc: '/assay.v1.Catalog/FinishSingleSignOn',
    outcome: 'done',
    after: { method: 'oidc' },
  });
  await fixture.catalog.pool.query(`insert into users (id, email, name) values ('usr_kim', 'kim@acme.example', 'Kim')`);
  await fixture.addOrganization('Kims', { 'kim@acme.example': 'owner' });
  await fixture.signIn({ sub: 'mallory', email: 'kim@acme.example' });
  expect((await fixture.audited()).at(-1)).toMatchObject({
    organizationId: 'org_Kims',
    userId: '',
    target: { userId: 'usr_kim' },
    outcome: 'refused',
    after: { refusal: 'not theirs' },
  });
});
