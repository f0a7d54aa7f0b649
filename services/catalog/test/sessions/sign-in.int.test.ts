import { createHook } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { operations } from '@assay/contract/operations';
import { csrfTokenOf } from '@assay/kit/security/csrf';
import { waitUntil } from '@assay/testkit/until';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { hashPassword } from '../../src/domain/passwords/password.ts';
import { MAX_ATTEMPTS } from '../../src/flows/sessions/sign-in-attempts.ts';
import { takeTokens } from '../../src/store/limits/rate-buckets.ts';
import { testPassword, startPeople, type TestPeople } from '../support/people.ts';

let fixture: TestPeople;
// The clock stands still, so that no token is refilled while others are counted.
const now = new Date();
beforeAll(async () => {
  fixture = await startPeople({ now: () => now });
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

test('a burst of sign-ins is refused beyond what can be looked at, before the database is asked', async () => {
  const { email } = await fixture.person();
  const held = await fixture.pool.connect();
  // No attempt gets further than the brakes while another transaction has them.
  await held.query('begin; lock table rate_buckets in access exclusive mode');
  const refusals: unknown[] = [];
  const answers = Array.from({ length: MAX_ATTEMPTS.stranger + 20 }, () =>
    fixture.ask(operations.signIn, fixture.browser(), { email, password: 'wrong' }).catch((error: unknown) => {
      refusals.push(error);
    }),
  );
  try {
    await waitUntil(() => refusals.length === 20);
  } finally {
    await held.query('rollback');
    held.release();
  }
  for (const refusal of refusals.slice()) expect(refusal).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
  await Promise.all(answers);
});

describe('signing in', () => {
  test('opens a session with a cookie that scripts cannot read and other sites do not send', async () => {
    const { userId, email } = await fixture.person('member');
    const { headers, token, body } = await fixture.ask(operations.signIn, fixture.browser(), {
      email: email.toUpperCase(),
      password: testPassword,
    });
    expect(headers['Set-Cookie']).toMatch(
      /^assay_session=[\w-]{43}; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax\nassay_device=[\w-]{119}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
    );
    expect(body()).toMatchObject({
      user: { id: userId, email },
      organizationId: fixture.organizationId,
      organizations: [{ id: fixture.organizationId, name: 'Acme', role: 'member' }],
      expiresAt: expect.any(Number),
    });
    expect(body().csrfToken).toBe(csrfTokenOf('a secret of this test', token!));
    expect((await sessions(userId)).map(({ hash }) => hash)).toContainEqual(
      createHash('sha256').update(token!).digest(),
    );
  });

  test('gives a new token each time, so that a planted token is worthless', async () => {
    const { email } = await fixture.person();
    const tokens = await Promise.all([1, 2, 3].map(async () => (await fixture.enter(email)).token));
    expect(new Set(tokens).size).toBe(3);
  });

  test("ends the browser's previous session, and no other", async () => {
    const [{ email, userId, token }, other] = [await fixture.person('member'), await fixture.person('member')];
    const elsewhere = await fixture.enter(email);
    for (const brought of [token, other.token])
      await fixture.ask(operations.signIn, fixture.browser(brought), { email, password: testPassword });
    expect([(await sessions(other.userId)).length, (await sessions(userId)).length]).toEqual([0, 3]);
    expect((await sessions(userId)).map(({ id }) => id)).toContain(elsewhere.session.id);
  });

  test('keeps the token away from every other table and column', async () => {
    const { token } = await fixture.person('member');
    const {
      rows: [found],
    } = await fixture.pool.query(
      `select (select string_agg(s::text, '') from sessions s) || (select string_agg(convert_from(value, 'LATIN1'), '') from outbox) as text`,
    );
    expect(found.text).not.toContain(token);
  });

  test('with another spelling of the address finds the account', async () => {
    const { email } = await fixture.person('member', 'jos\u00e9@acme.example');
    expect((await fixture.enter('JOSE\u0301@Acme.Example')).session).toMatchObject({ user: { email } });
  });

  test('refuses unknown accounts, wrong and missing passwords alike, after one hash and a pause', async () => {
    const [known, without] = [await fixture.person('member'), await fixture.person('member')];
    await fixture.pool.query('update users set password_hash = null where id = $1', [without.userId]);
    const hash = await hashPassword(testPassword, Buffer.alloc(16, 1));
    await fixture.pool.query('update users set password_hash = $1 where id = $2', [hash, known.userId]);
    let hashes = 0;
    const counting = createHook({ init: (_id, type) => void (hashes += type === 'ARGON2REQUEST' ? 1 : 0) }).enable();
    try {
      for (const email of [known.email, 'unknown@acme.example', without.email]) {
        hashes = 0;
        const startedAt = performance.now();
        await expect(fixture.enter(email, 'wrong')).rejects.toMatchObject(refused);
        // The audit entry of an account is written within the pause that follows the hash.
        expect(performance.now() - startedAt).toBeGreaterThanOrEqual(249);
        expect(hashes).toBe(1);
      }
    } finally {
      counting.disable();
    }
    expect(await sessions(without.userId)).toHaveLength(1);
  });

  test.each<[string, object, string]>([
    ['no address', { password: testPassword }, '/email'],
    ['an address without @', { email: 'ada', password: testPassword }, '/email'],
    ['two lines', { email: 'a@b\n', password: testPassword }, '/email'],
    ['an address with a letter that is not seen', { email: 'a\u200bda@b', password: testPassword }, '/email'],
    ['a NUL', { email: 'a\u0000@b', password: testPassword }, '/email'],
    ['an address of 300 characters', { email: `${'a'.repeat(298)}@b`, password: testPassword }, '/email'],
    ['a password of 100,000 characters', { email: 'a@b', password: 'x'.repeat(100_000) }, '/password'],
    ['a password that is a number', { email: 'a@b', password: 1 }, '/password'],
    ['an unknown key', { email: 'a@b', password: testPassword, role: 'owner' }, '/role'],
  ])('with %s is refused', async (_, form, path) => {
    await expect(fixture.ask(operations.signIn, fixture.browser(), form)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
  });

  test('is audited, and so is a wrong password', async () => {
    const { userId, email } = await fixture.person('viewer');
    await expect(fixture.enter(email, 'wrong')).rejects.toMatchObject(refused);
    expect(await fixture.audited(userId)).toEqual(['SignIn done', 'SignIn refused']);
    expect((await auditedChanges(fixture.pool)).at(-1)!.after).toEqual({
      network: expect.stringMatching(/^192\.0\.2\.\d+$/),
      userAgent: 'Firefox',
    });
  });

  test('continues in the organization that was used last', async () => {
    const { userId, email } = await fixture.person('member');
    await fixture.pool.query(`insert into organizations (id, name) values ('org_second', 'Second')`);
    await fixture.pool.query(
      `insert into memberships (organization_id, user_id, role) values ('org_second', $1, 'owner')`,
      [userId],
    );
    const first = await fixture.enter(email);
    expect(first.session.organizationId).toBe(fixture.organizationId);
    const caller = { requestId: 'r', userId, sessionId: first.session.id };
    expect(
      (
        await fixture.ask(
          operations.switchOrganization,
          { sessionToken: first.token },
          { organizationId: 'org_second' },
          caller,
        )
      ).body(),
    ).toMatchObject({ organizationId: 'org_second', csrfToken: first.session.csrfToken });
    await fixture.pool.query(`update sessions set last_used_at = now() + interval '1 minute' where id = $1`, [
      first.session.id,
    ]);
    expect((await fixture.enter(email)).session.organizationId).toBe('org_second');
  });

  test('is followed by a page on which a person with several organizations chooses one', async () => {
    const page = (sessionToken: string, returnTo = '/p/prj_1') =>
      fixture.ask(operations.openOrganizationChoice, { sessionToken }, { returnTo });
    const choose = (sessionToken: string, fields: Record<string, string>) =>
      fixture.ask(operations.submitOrganizationChoice, { sessionToken }, new URLSearchParams(fields).toString());
    const alone = await fixture.person('member');
    expect([(await page(alone.token)).status, (await page(alone.token)).headers.Location]).toEqual([303, '/p/prj_1']);
    expect((await page('')).headers.Location).toMatch(/^\/auth\/sign-in\?returnTo=%2Fauth%2Forganization/);
    const { userId, token } = await fixture.person('member');
    await fixture.pool.query(`insert into organizations (id, name) values ('org_third', '<i>Third')`);
    await fixture.pool.query(
      `insert into memberships (organization_id, user_id, role) values ('org_third', $1, 'owner')`,
      [userId],
    );
    expect((await page(token)).text).toMatch(/value="org_third"><b dir="auto">&lt;i&gt;Third<\/b>/);
    const foreign = await choose(token, { organizationId: 'org_second', returnTo: '/' });
    expect([foreign.status, foreign.text]).toEqual([404, expect.stringContaining('role="alert"')]);
    const chosen = await choose(token, { organizationId: 'org_third', returnTo: '//evil.example' });
    expect([chosen.status, chosen.headers.Location]).toEqual([303, '/']);
    expect((await page(token)).text).toMatch(/class="choice on" name="organizationId" value="org_third"/);
  });
});

describe('guessing', () => {
  const guess = (email: string, clientAddress: string, secret = 'wrong', deviceToken = '') =>
    fixture.ask(
      operations.signIn,
      {
        clientAddress,
        userAgent: '',
        sessionToken: '',
        deviceToken,
      },
      { email, password: secret },
    );
  const deviceOf = ({ headers }: { headers: Record<string, string> }) =>
    /assay_device=([^;]+)/.exec(headers['Set-Cookie']!)![1]!;

  test('on an account from one address ends after ten attempts, not for its owner', async () => {
    const { email } = await fixture.person('member');
    const answers = await Promise.allSettled(Array.from({ length: 14 }, () => guess(email, '198.51.100.1')));
    const codes = answers.map((answer) => (answer as PromiseRejectedResult).reason.code as string).sort();
    expect(codes).toEqual([
      ...Array.from({ length: 4 }, () => 'RATE_LIMITED'),
      ...Array.from({ length: 10 }, () => 'UNAUTHORIZED'),
    ]);
    await expect(guess(email, '198.51.100.1', testPassword)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: expect.any(Number),
      details: { limit: 'signIn' },
    });
    expect(await fixture.enter(email)).toMatchObject({ token: expect.any(String) });
  });

  test('of strangers, in its own network too, does not stop a device that signed in before', async () => {
    const { email } = await fixture.person('member');
    const device = deviceOf(await guess(email, '198.51.100.20', testPassword));
    const bucket = `sign-in of ${createHash('sha256').update(email).digest('base64url')}`;
    await takeTokens(fixture.pool, [{ bucket, count: 100, perMinute: 100 / 15, burst: 100 }]);
    await Promise.allSettled(Array.from({ length: 11 }, () => guess(email, '198.51.100.20')));
    await expect(guess(email, '198.51.100.20', testPassword)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect((await guess(email, '198.51.100.20', testPassword, device)).status).toBe(200);
  });

  test('on a known device is limited, and its token is for one account', async () => {
    const [{ email }, other] = [await fixture.person('member'), await fixture.person('member')];
    const device = deviceOf(await guess(email, '198.51.100.21', testPassword));
    const codesOf = async (account: string, token: string, from: (i: number) => string) =>
      (await Promise.allSettled(Array.from({ length: 12 }, (_, i) => guess(account, from(i), 'wrong', token)))).filter(
        (answer) => (answer as PromiseRejectedResult).reason.code === 'RATE_LIMITED',
      ).length;
    expect(await codesOf(email, device, (i) => `198.51.101.${i}`)).toBe(2);
    expect(await codesOf(other.email, device, () => '198.51.100.22')).toBe(2);
    const forged = `${device.slice(0, -1)}${device.endsWith('A') ? 'B' : 'A'}`;
    expect(await codesOf('ghost3@acme.example', forged, () => '198.51.100.23')).toBe(2);
  });

  test('from many IPv6 addresses of one machine counts as one', async () => {
    const { email } = await fixture.person('member');
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => guess(email, `2001:db8:1:2::${i + 1}`)),
    );
    expect(answers.filter((answer) => (answer as PromiseRejectedResult).reason.code === 'RATE_LIMITED')).toHaveLength(
      2,
    );
  });

  test('is counted, and right passwords are not', async () => {
    const { email } = await fixture.person('member');
    for (let i = 0; i < 12; i++) expect((await guess(email, '198.51.100.9', testPassword)).status).toBe(200);
  });

  test('from a site with many IPv6 networks does not block other places', async () => {
    const { email } = await fixture.person('member');
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => guess(email, `2001:db8:7:${i.toString(16)}::1`)),
    );
    expect(answers.filter((answer) => (answer as PromiseRejectedResult).reason.code === 'RATE_LIMITED')).toHaveLength(
      10,
    );
    expect(await fixture.enter(email)).toMatchObject({ token: expect.any(String) });
  });

  test("blocked by the account's limit does not use up the network's attempts", async () => {
    const { email } = await fixture.person('member');
    const bucket = `sign-in of ${createHash('sha256').update(email).digest('base64url')}`;
    await takeTokens(fixture.pool, [{ bucket, count: 100, perMinute: 100 / 15, burst: 100 }]);
    for (let i = 0; i < 12; i++)
      await expect(guess(email, '198.51.100.4', testPassword)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await fixture.pool.query('delete from rate_buckets where bucket = $1', [bucket]);
    expect((await guess(email, '198.51.100.4', testPassword)).status).toBe(200);
  });

  test('from an unreadable address counts as one place', async () => {
    await expect(guess('ghost2@acme.example', 'x'.repeat(3_000))).rejects.toMatchObject(refused);
  });

  test('on many accounts from one address ends after thirty a minute', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 33 }, (_, i) => guess(`unknown${i}@acme.example`, '198.51.100.2')),
    );
    expect(answers.filter((answer) => (answer as PromiseRejectedResult).reason.code === 'RATE_LIMITED')).toHaveLength(
      3,
    );
  });

  test('on an unknown account is limited as on a known one', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, () => guess('ghost@acme.example', '198.51.100.3')),
    );
    expect(answers.filter((answer) => (answer as PromiseRejectedResult).reason.code === 'RATE_LIMITED')).toHaveLength(
      2,
    );
  });
});

describe('the page', () => {
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

  test('has labels, loads nothing, and returns only to a path of this origin', async () => {
    const { text, headers } = await fixture.ask(operations.openSignIn, {}, { returnTo: '/projects/1?a="><script>' });
    expect(headers['Content-Security-Policy']).toContain("default-src 'none'");
    expect(text).toContain('<label>E-mail<input');
    expect(text).toContain('value="/projects/1?a=%22%3E%3Cscript%3E"');
    expect(text).not.toMatch(/<script|src=|https?:/);
    for (const returnTo of ['https://evil.example/', '//evil.example', ['/a', '/b'], 7])
      expect((await fixture.ask(operations.openSignIn, {}, { returnTo })).text).toContain('name="returnTo" value="/"');
  });

  test('signs in and leads on', async () => {
    const { email } = await fixture.person('member');
    const { status, headers, token } = await fixture.ask(
      operations.submitSignIn,
      fixture.browser(),
      form({ email, password: testPassword, returnTo: '/projects/ä' }),
    );
    expect([status, headers.Location, token]).toEqual([303, '/projects/%C3%A4', expect.stringMatching(/^[\w-]{43}$/)]);
    const elsewhere = await fixture.ask(
      operations.submitSignIn,
      fixture.browser(),
      form({ email, password: testPassword, returnTo: '/\\evil.example' }),
    );
    expect(elsewhere.headers.Location).toBe('/');
  });

  test('is shown again with the fault and the address, without the password', async () => {
    const wrong = await fixture.ask(
      operations.submitSignIn,
      fixture.browser(),
      form({ email: '"><b>@x', password: 'wrong secret', returnTo: '/a' }),
    );
    expect([wrong.status, wrong.token]).toEqual([401, undefined]);
    expect(wrong.text).toContain('role="alert">The e-mail address or the password is wrong.');
    expect(wrong.text).toContain('value="&quot;&gt;&lt;b&gt;@x"');
    expect(wrong.text).not.toContain('wrong secret');
    expect((await fixture.ask(operations.submitSignIn, fixture.browser(), 'nonsense')).status).toBe(400);
    await expect(fixture.ask(operations.submitSignIn, fixture.browser(), 'a&'.repeat(50_000))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { maxBytes: 32_768 },
    });
  });

  test('says after too many attempts when to try again', async () => {
    const from = fixture.browser();
    const attempts = await Promise.all(
      Array.from({ length: 11 }, () =>
        fixture.ask(operations.submitSignIn, from, form({ email: 'often@acme.example', password: 'x' })),
      ),
    );
    expect(attempts.filter(({ status }) => status === 429)).toMatchObject([
      { headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } },
    ]);
  });

  test('has a description of its methods', async () =>
    expect((await fixture.ask(operations.getSignInMethods, {})).body()).toEqual({ password: true }));
});
