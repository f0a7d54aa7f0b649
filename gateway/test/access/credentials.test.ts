import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { given } from '@assay/contract/given';
import { checksumOf } from '@assay/kit/security/api-key';
import { waitUntil } from '@assay/testkit/until';
import { limitCounter } from '../limits/limit-counter.ts';
import { testKeys, testSessions, startTestGateway, type TestGateway } from '../start.ts';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway();
});
afterAll(() => fixture.stop());

/** A request with these headers as they are written, repetitions included. */
async function sendRaw(method: string, path: string, headers: string[]) {
  const sent = request(`${fixture.origin}/api/v1${path}`, { method, headers });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}

const good = `Bearer ${testKeys.good}`;
const withCookie = `__Host-assay_session=${testSessions.owner}`;

describe('keys', () => {
  test.each([
    ['another scheme', `Basic ${testKeys.good}`],
    ['no scheme', testKeys.good],
    ['another prefix', 'Bearer pk_x'],
    ['nothing', 'Bearer'],
    ['an empty text', ''],
    ['two in one', `${good} ${testKeys.good}`],
    ['two with a comma', `${good}, ${good}`],
    ['a tab', `Bearer\t${testKeys.good}`],
    ['a parameter', `${good};a=b`],
    ['8 KB', `Bearer sk_${'a'.repeat(8_192)}`],
    ['251 characters', `Bearer sk_${'a'.repeat(248)}`],
    ['a letter of another alphabet', `Bearer sk_${'\u00e4'.repeat(43)}`],
  ])('%s is refused, also beside a valid session', async (_, authorization) => {
    for (const cookie of [[], ['cookie', withCookie]]) {
      const { status, body } = await sendRaw('GET', '/organizations', [
        'host',
        'x',
        'authorization',
        authorization,
        ...cookie,
      ]);
      expect([status, (JSON.parse(body) as { code: string }).code]).toEqual([401, 'UNAUTHORIZED']);
    }
  });

  test.each([
    [good, good],
    [good, 'Basic eDp5'],
    ['Basic eDp5', good],
  ])('two headers are refused, in either order: %s, %s', async (first, second) => {
    const { status, body } = await sendRaw('GET', '/organizations', [
      'host',
      'x',
      'authorization',
      first,
      'Authorization',
      second,
    ]);
    expect([status, body]).toEqual([401, expect.stringContaining('Send one Authorization header.')]);
  });

  test.each([`bEARER ${testKeys.good}`, `Bearer   ${testKeys.good}`, `  ${good}  `])(
    'the header is parsed as HTTP defines it: %j',
    async (authorization) => {
      expect(await sendRaw('GET', '/organizations', ['host', 'x', 'authorization', authorization])).toMatchObject({
        status: 200,
      });
    },
  );

  const made = `sk_${'k'.repeat(40)}`;
  test.each<[string, string, string | undefined]>([
    ['an unknown key', testKeys.unknown, undefined],
    ['an unknown key that we could have made', `${made}${checksumOf(made)}`, undefined],
    ['a mistyped key', `${made}000000`, 'MISTYPED_KEY'],
    ['a revoked key', testKeys.revoked, 'REVOKED_KEY'],
    ['an orphaned key', testKeys.orphaned, 'ORPHANED_KEY'],
  ])('%s is UNAUTHORIZED, with its reason if there is one', async (_, key, reason) => {
    const { status, json, headers } = await fixture.send('GET', '/organizations', { key });
    expect([status, json().code, json().details, headers.get('www-authenticate')]).toEqual([
      401,
      'UNAUTHORIZED',
      reason && { reason },
      expect.stringMatching(/^Bearer realm="assay", resource_metadata="[^"]+", error="invalid_token"$/),
    ]);
  });

  test('a valid key takes precedence over any cookie', async () => {
    expect(
      (await fixture.send('GET', '/projects', { key: testKeys.good, headers: { cookie: withCookie } })).json(),
    ).toMatchObject({ caller: { keyId: 'key_1' } });
    expect(
      await fixture.send('POST', '/projects', {
        key: testKeys.good,
        body: { name: 'x' },
        headers: { cookie: withCookie },
      }),
    ).toMatchObject({ status: 201 });
  });
});

describe('sessions', () => {
  test('a session authenticates its person, as a key does', async () => {
    const { status, json } = await fixture.send('POST', '/projects', {
      session: testSessions.owner,
      body: { name: 'x' },
    });
    expect([status, json()]).toMatchObject([
      201,
      {
        caller: {
          sessionId: 'ses_1',
          userId: 'usr_1',
          organizationId: 'org_1',
          organizationRole: 'owner',
          features: ['swarms', 'userTesting'],
        },
      },
    ]);
    expect(json().caller).not.toHaveProperty('keyId');
  });

  test.each([
    ['no cookie', ''],
    ['the cookie of a guest', 'assay_guest=x'],
    ['an empty one', '__Host-assay_session='],
    ['one that ended', `__Host-assay_session=${testSessions.ended}`],
    ['a key in its place', `__Host-assay_session=${testKeys.good}`],
    ['a broken one', `__Host-assay_session=${testSessions.owner}%`],
    ['one that is too long', `__Host-assay_session=${testSessions.owner}w`],
    ['one of 8 KB', `__Host-assay_session=${'w'.repeat(8_192)}`],
    ['one by the name that another host could have set', `assay_session=${testSessions.owner}`],
  ])('%s is not a session', async (_, cookie) => {
    expect(await fixture.send('GET', '/projects', { key: null, headers: { cookie } })).toMatchObject({ status: 401 });
  });

  test.each([
    ['without a CSRF token', undefined],
    ['with an empty one', ''],
    ['with a foreign one', 'x'.repeat(43)],
  ])('a write %s is refused, and a read is not', async (_, token) => {
    const headers = { cookie: withCookie, ...given({ 'x-csrf-token': token }) };
    const { status, json } = await fixture.send('POST', '/projects', { key: null, headers, body: { name: 'x' } });
    expect([status, json()]).toMatchObject([403, { code: 'FORBIDDEN', details: { reason: 'CSRF_TOKEN_NEEDED' } }]);
    expect(await fixture.send('GET', '/projects', { key: null, headers })).toMatchObject({ status: 200 });
  });

  test('a person without an organization reads their account, and is told why not more', async () => {
    const ask = async (path: string) => {
      const { status, json } = await fixture.send('GET', path, { session: testSessions.stranger });
      return [status, json().message];
    };
    expect(await ask('/me')).toMatchObject([200, undefined]);
    expect(await ask('/projects/prj_member')).toEqual([403, 'You are not a member of an organization.']);
    expect(await ask('/organizations/org_1/budgets')).toEqual([403, 'You are not a member of an organization.']);
  });
});

describe('a network that sends one bad key after the other', () => {
  let braked: TestGateway;
  const statuses: number[] = [];
  let keysTried = 0;
  /** Sends one more bad key, `times` times at once. */
  const guess = async (times: number) => {
    const key = `sk_${String(keysTried++).padStart(43, 'x')}`;
    return Promise.all(
      Array.from({ length: times }, async () => (await braked.send('GET', '/projects', { key })).status),
    );
  };
  beforeAll(async () => {
    braked = await startTestGateway({
      limit: { perMinute: 60_000, burst: 10_000 },
      services: [limitCounter().service],
    });
    const isKnown = async () => {
      const before = braked.asked.authenticate;
      await braked.send('GET', '/projects');
      return braked.asked.authenticate === before;
    };
    await waitUntil(isKnown);
    while (!statuses.includes(429) && statuses.length < 3_000)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, async () => guess(10)))).flat());
  }, 120_000);
  afterAll(() => braked.stop());

  test('is limited after 600', () => {
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(600);
    expect(statuses).toContain(429);
  });

  test('is told to wait, and its further keys are not looked up', async () => {
    // One more key is looked up every tenth of a second.
    const heldUp = await waitUntil(async () => {
      await guess(20);
      const before = braked.asked.authenticate;
      const [status] = await guess(1);
      return status === 429 && braked.asked.authenticate === before;
    }, 50_000);
    expect(heldUp).toBe(true);
  }, 60_000);

  test('may still use a cached key', async () => {
    expect(await braked.send('GET', '/projects')).toMatchObject({ status: 200 });
  });
});
