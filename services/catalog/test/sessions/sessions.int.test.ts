import { createHash } from 'node:crypto';
import { operations } from '@assay/contract/operations';
import { csrfTokenOf } from '@assay/kit/security/csrf';
import { deleteExpiredCredentials } from '../../src/background/credential-retention.ts';
import { testPassword, startPeople, type TestAccount, type TestPeople } from '../support/people.ts';

let fixture: TestPeople;
beforeAll(async () => {
  fixture = await startPeople();
});
afterAll(() => fixture.stop());

const sessions = async (userId: string) =>
  (
    await fixture.pool.query<{ id: string; hash: Buffer }>(
      'select id, hash from sessions where user_id = $1 order by id',
      [userId],
    )
  ).rows;
const refused = { code: 'UNAUTHORIZED', message: 'The e-mail address or the password is wrong.' };

describe('a session', () => {
  test('is read by its page, with its organization and the others of its user', async () => {
    const { token, caller, email } = await fixture.person('admin');
    expect((await fixture.ask(operations.getSession, { sessionToken: token }, {}, caller)).body()).toMatchObject({
      id: caller.sessionId,
      user: { email },
      organizationId: fixture.organizationId,
      csrfToken: expect.any(String),
    });
  });

  test('of a person without an organization has none', async () => {
    const { token, caller } = await fixture.person();
    const { body } = await fixture.ask(operations.getSession, { sessionToken: token }, {}, caller);
    expect(body()).toMatchObject({ organizations: [] });
    expect(body()).not.toHaveProperty('organizationId');
  });

  test('does not move to a foreign organization', async () => {
    const { token, caller } = await fixture.person('member');
    await fixture.pool.query(
      `insert into organizations (id, name) values ('org_foreign', 'Foreign') on conflict do nothing`,
    );
    for (const organizationId of ['org_foreign', 'org_none']) {
      await expect(
        fixture.ask(operations.switchOrganization, { sessionToken: token }, { organizationId }, caller),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  test('ends with signing out, which deletes the cookie', async () => {
    const { userId, token, caller } = await fixture.person('member');
    expect((await fixture.ask(operations.signOut, { sessionToken: token }, {}, caller)).headers['Set-Cookie']).toMatch(
      /^assay_session=; Path=\/; Max-Age=0;/,
    );
    expect(await sessions(userId)).toEqual([]);
    await expect(fixture.ask(operations.getSession, { sessionToken: token }, {}, caller)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(await fixture.audited(userId)).toEqual(['SignIn done', 'SignOut done']);
  });

  test('is listed with the other sessions of its user, and ended from another one', async () => {
    const [ada, bob] = [await fixture.person('member'), await fixture.person('member')];
    const other = await fixture.enter(ada.email);
    const first = (await fixture.ask(operations.listOwnSessions, {}, { limit: 1 }, ada.caller)).body() as {
      items: object[];
      nextCursor: string;
    };
    expect(first.items).toMatchObject([
      { id: other.session.id, current: false, method: 'password', userAgent: 'Firefox' },
    ]);
    const second = (await fixture.ask(operations.listOwnSessions, {}, { cursor: first.nextCursor }, ada.caller)).body();
    expect(second).toEqual({ items: [expect.objectContaining({ id: ada.caller.sessionId, current: true })] });
    await expect(
      fixture.ask(operations.listOwnSessions, {}, { cursor: first.nextCursor }, bob.caller),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/cursor' }] },
    });

    await expect(
      fixture.ask(operations.endSession, { sessionId: other.session.id }, {}, bob.caller),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await fixture.ask(operations.endSession, { sessionId: other.session.id }, {}, ada.caller)).body()).toEqual({
      id: other.session.id,
      ended: true,
    });
    await expect(
      fixture.ask(operations.endSession, { sessionId: other.session.id }, {}, ada.caller),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect((await sessions(ada.userId)).map(({ id }) => id)).toEqual([ada.caller.sessionId]);
  });

  test.each([
    ['expires_at', '1 second'],
    ['last_used_at', '7 days 1 second'],
  ])('that is no longer live by its %s is deleted, and no other', async (column, age) => {
    const { userId, token, caller } = await fixture.person('member');
    await fixture.enter((await fixture.person()).email);
    const kept = (await fixture.pool.query('select from sessions')).rowCount! - 1;
    await fixture.pool.query(`update sessions set ${column} = now() - $2::interval where user_id = $1`, [userId, age]);
    await expect(fixture.ask(operations.getSession, { sessionToken: token }, {}, caller)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    await deleteExpiredCredentials(fixture.pool, new AbortController().signal);
    expect([await sessions(userId), (await fixture.pool.query('select from sessions')).rowCount]).toEqual([[], kept]);
  });

  test.each([
    ['signing out', operations.signOut, { sessionToken: '' }],
    ['listing sessions', operations.listOwnSessions, {}],
    ['another password', operations.changePassword, {}],
  ] as const)('is needed for %s: a key is not enough', async (_, operation, target) => {
    await expect(
      fixture.ask(operation as typeof operations.listOwnSessions, target, {}, fixture.ada),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('a change of password', () => {
  const next = 'a new and longer passphrase';
  const change = ({ caller }: TestAccount, form: object) => fixture.ask(operations.changePassword, {}, form, caller);

  test('replaces the password, and ends every other session', async () => {
    const ada = await fixture.person('member');
    await Promise.all([fixture.enter(ada.email), fixture.enter(ada.email)]);
    const { body, token } = await change(ada, { current: testPassword, next });
    expect(body()).toEqual({
      changed: true,
      endedSessions: 2,
      csrfToken: csrfTokenOf('a secret of this test', token!),
    });
    const hash = createHash('sha256').update(token!).digest();
    expect([await sessions(ada.userId), token === ada.token]).toEqual([[{ id: ada.caller.sessionId, hash }], false]);
    await expect(fixture.enter(ada.email)).rejects.toMatchObject(refused);
    expect(await fixture.enter(ada.email, next)).toMatchObject({ token: expect.any(String) });
    expect(await fixture.audited(ada.userId)).toContain('ChangePassword done');
  });

  test('needs the current password, and limits guesses of it', async () => {
    const ada = await fixture.person('member');
    for (let i = 0; i < 10; i++)
      await expect(change(ada, { current: 'wrong', next })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(change(ada, { current: testPassword, next })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: expect.any(Number),
    });
    expect(await fixture.audited(ada.userId)).toContain('ChangePassword refused');
    expect(await fixture.enter(ada.email)).toMatchObject({ token: expect.any(String) });
  });

  test.each<[string, object, string]>([
    ['short', { current: testPassword, next: 'elevenchars' }, '/next'],
    ['long', { current: testPassword, next: 'x'.repeat(201) }, '/next'],
    ['short once it is composed', { current: testPassword, next: `${'e\u0301'.repeat(5)}xy` }, '/next'],
    ['absent', { current: testPassword }, '/next'],
  ])('to one that is %s is refused', async (_, form, path) => {
    const ada = await fixture.person('member');
    await expect(change(ada, form)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
    expect(await fixture.enter(ada.email)).toMatchObject({ token: expect.any(String) });
  });

  test('to the address of the account is refused', async () => {
    const ada = await fixture.person('member', 'long-enough@acme.example');
    await expect(change(ada, { current: testPassword, next: 'LONG-enough@acme.example' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/next' }] },
    });
  });

  test('is a conflict for an account without a password', async () => {
    const ada = await fixture.person('member');
    await fixture.pool.query('update users set password_hash = null where id = $1', [ada.userId]);
    await expect(change(ada, { current: testPassword, next })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
