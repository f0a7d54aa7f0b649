import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { startSignOnFixture, type SignOnFixture } from '../support/single-sign-on.ts';
import { startTestCatalog } from '../support/start.ts';

let fixture: SignOnFixture;
beforeAll(async () => {
  fixture = await startSignOnFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.provider.is({ sub: 'bob', email: 'bob@acme.example', email_verified: true }));

const over = { status: 400, location: undefined, setCookie: '', text: expect.stringContaining('This sign-in is over') };

/** The numbers of stored people, identities and sessions. */
const kept = () => Promise.all(['users', 'identities', 'sessions'].map(fixture.count));

test('one callback does not sign in twice', async () => {
  const there = fixture.browser();
  const back = await there.out();
  expect((await there.comeBack(back)).status).toBeUndefined();
  const before = await kept();
  expect(await there.comeBack(back)).toMatchObject(over);
  expect(await kept()).toEqual(before);
});

test('one of two concurrent callbacks signs in', async () => {
  const there = fixture.browser();
  const back = await there.out();
  const answers = await Promise.all([there.comeBack(back), there.comeBack(back)]);
  expect(answers.map(({ status }) => status ?? 302)).toEqual(expect.arrayContaining([302, 400]));
});

test('a callback in another browser is refused, and stays valid in its own', async () => {
  const [there, elsewhere] = [fixture.browser(), fixture.browser()];
  const back = await there.out();
  expect(await elsewhere.comeBack(back)).toMatchObject(over);
  await elsewhere.start();
  expect(await elsewhere.comeBack(back)).toMatchObject(over);
  expect((await there.comeBack(back)).setCookie).toContain('assay_session=');
});

test.each([
  ['another state', { state: 'x'.repeat(43) }],
  ['no state', { state: undefined }],
  ['two states', { state: ['a', 'b'] }],
  ['an endless state', { state: 'x'.repeat(9_000) }],
])('%s does not sign in', async (_, change) => {
  const there = fixture.browser();
  const back = await there.out();
  const before = await kept();
  expect(await there.comeBack(back, change)).toMatchObject(over);
  expect(await kept()).toEqual(before);
});

test('a callback that is too late does not sign in', async () => {
  const there = fixture.browser();
  const back = await there.out();
  await fixture.catalog.pool.query(`update sign_in_attempts set expires_at = now() - interval '1 second'`);
  expect(await there.comeBack(back)).toMatchObject(over);
});

test('a callback to an attempt sealed with another key does not sign in', async () => {
  const there = fixture.browser();
  const back = await there.out();
  await fixture.catalog.pool.query(
    `update sign_in_attempts set sealed = set_byte(sealed, 1, 255 - get_byte(sealed, 1))`,
  );
  expect(await there.comeBack(back)).toMatchObject(over);
});

test('a code of another attempt is refused: its code verifier differs', async () => {
  const [one, other] = [fixture.browser(), fixture.browser()];
  const [stolen, back] = [await one.out(), await other.out()];
  const before = await kept();
  expect(await other.comeBack(back, { code: stolen.searchParams.get('code') })).toMatchObject(over);
  expect(await kept()).toEqual(before);
});

test.each([
  ['another issuer', { iss: 'https://elsewhere.example' }, 502],
  ['no issuer, of a provider that names itself', { iss: undefined }, 502],
  ['no code', { code: undefined }, 502],
  ['a code that is none', { code: 'made up' }, 400],
  ['an error beside which a code stands', { error: 'server_error' }, 502],
])('%s in the callback does not sign in', async (_, change, status) => {
  const there = fixture.browser();
  const back = await there.out();
  const before = await kept();
  expect(await there.comeBack(back, change)).toMatchObject({ status, location: undefined, setCookie: '' });
  expect(await kept()).toEqual(before);
});

test('a person who declines at the provider is told so, with a link to try again', async () => {
  fixture.provider.is(undefined);
  const there = fixture.browser();
  const back = await there.out('/runs');
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(await there.comeBack(back)).toMatchObject({
    status: 403,
    setCookie: '',
    text: expect.stringMatching(/turned down[^]*href="\/auth\/oidc\/start\?returnTo=%2Fruns"/),
  });
});

test('two attempts at once in one browser both sign in', async () => {
  const there = fixture.browser();
  const ways = [await there.out('/a'), await there.out('/b')];
  expect((await there.comeBack(ways[0]!)).location).toBe('/a');
  expect((await there.comeBack(ways[1]!)).location).toBe('/b');
});

test('every sign-in has a session with its own token', async () => {
  const tokens = [
    await fixture.signIn({ sub: 'bob', email: 'bob@acme.example' }),
    await fixture.signIn({ sub: 'bob', email: 'bob@acme.example' }),
  ].map(({ setCookie }) => /=([^;]+)/.exec(setCookie)![1]);
  expect(new Set(tokens).size).toBe(2);
});

test('repeated starts are limited, for one place only', async () => {
  const now = new Date();
  const held = await startSignOnFixture({ now: () => now });
  const setOut = (address: string) => held.browser(address).start();
  await Promise.all(Array.from({ length: 120 }, () => setOut('192.0.2.1')));
  expect(await setOut('192.0.2.1')).toMatchObject({
    status: 429,
    location: undefined,
    setCookie: '',
    retryAfter: '1',
    text: expect.stringContaining('Too many attempts'),
  });
  expect(await held.count('sign_in_attempts')).toBe(120);
  expect((await setOut('198.51.100.1')).location).toBeDefined();
  await held.stop();
});

test('without a provider there is no single sign-on', async () => {
  const catalog = await startTestCatalog();
  const caller = { requestId: 'req_test' };
  const answers = [
    await catalog.mesh.call(
      rpcOf(operations.startSingleSignOn),
      { signInToken: '', clientAddress: '', input: Buffer.alloc(0) },
      { caller },
    ),
    await catalog.mesh.call(
      rpcOf(operations.finishSingleSignOn),
      { signInToken: '', userAgent: '', sessionToken: '', input: Buffer.alloc(0) },
      { caller },
    ),
  ];
  for (const { status, json } of answers)
    expect([status, json.toString()]).toEqual([404, expect.stringContaining('href="/auth/sign-in"')]);
  await catalog.stop();
});
