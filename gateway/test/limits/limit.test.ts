import type { TakeRequest } from '@assay/mesh/gen/assay/v1/limits';
import { waitUntil } from '@assay/testkit/until';
import { limitCounter } from './limit-counter.ts';
import { testKeys, testSessions, startTestGateway, uploadPath, type TestGateway } from '../start.ts';

let fixture: TestGateway;
afterEach(() => fixture.stop());

const statuses = async (count: number, key: string) => {
  const got: number[] = [];
  for (let i = 0; i < count; i++) got.push((await fixture.send('GET', '/organizations', { key })).status);
  return got;
};

describe('a key', () => {
  let asked: TakeRequest[];
  beforeEach(async () => {
    const { service, taken } = limitCounter();
    asked = taken;
    fixture = await startTestGateway({ limit: { perMinute: 1, burst: 3 }, services: [service] });
  });

  test('has a burst, then waits; another key is not affected', async () => {
    expect(await statuses(4, testKeys.good)).toEqual([200, 200, 200, 429]);
    expect(await statuses(1, testKeys.other)).toEqual([200]);
    const { headers, json } = await fixture.send('GET', '/organizations');
    expect(json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many requests with this key.',
      details: { limit: 'key', retryAfterMs: expect.any(Number) },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
  });

  test('has its policies and their state in every reply', async () => {
    const headersOf = async () => {
      const { headers } = await fixture.send('GET', '/organizations');
      return [headers.get('ratelimit-policy'), headers.get('ratelimit'), headers.get('retry-after')];
    };
    // An empty bucket reports the wait for its next token, also before a refusal.
    const policies = '"key";q=3;w=180, "person";q=1200;w=60, "organization";q=12000;w=60';
    expect([await headersOf(), await headersOf(), await headersOf(), await headersOf()]).toEqual([
      [policies, '"key";r=2;t=60, "person";r=1199;t=1, "organization";r=11999;t=1', null],
      [policies, '"key";r=1;t=120, "person";r=1198;t=1, "organization";r=11998;t=1', null],
      [policies, '"key";r=0;t=60, "person";r=1197;t=1, "organization";r=11997;t=1', null],
      ['"key";q=3;w=180', expect.stringMatching(/^"key";r=0;t=[56]\d$/), expect.stringMatching(/^[56]\d$/)],
    ]);
  });

  test('is counted in one call for concurrent requests, and not at all while known empty', async () => {
    const sent = await Promise.all(Array.from({ length: 60 }, () => fixture.send('GET', '/organizations')));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(3);
    const before = asked.length;
    expect(before).toBeLessThan(30);
    expect(await statuses(5, testKeys.good)).toEqual([429, 429, 429, 429, 429]);
    expect(asked).toHaveLength(before);
  });

  test('that is orphaned is counted before its refusal, an unknown one is not', async () => {
    expect(await statuses(4, testKeys.orphaned)).toEqual([401, 401, 401, 429]);
    expect(await statuses(5, testKeys.unknown)).toEqual([401, 401, 401, 401, 401]);
    expect(asked).toHaveLength(3);
  });

  test('is not counted for requests that need none', async () => {
    await statuses(3, testKeys.good);
    const { status, headers } = await fixture.send('GET', '/models');
    expect([status, headers.get('ratelimit')]).toEqual([200, null]);
  });

  test('has a bucket for polling, beside its own', async () => {
    const poll = async () => (await fixture.send('GET', '/server-connections/con_1')).status;
    expect([await poll(), await poll(), await poll(), await poll()]).toEqual([200, 200, 200, 429]);
    expect(await statuses(3, testKeys.good)).toEqual([200, 200, 200]);
  });

  test('is sent to the counting service only as a hash', async () => {
    await statuses(1, testKeys.good);
    expect(JSON.stringify(asked)).not.toContain(testKeys.good);
  });
});

describe('a person with a session', () => {
  const read = (session: string) => fixture.send('GET', '/organizations', { session });

  test('has a limit per session and one per address', async () => {
    const { service, taken } = limitCounter();
    fixture = await startTestGateway({ limit: { perMinute: 1, burst: 1 }, services: [service] });
    const { headers } = await read(testSessions.owner);
    expect(headers.get('ratelimit-policy')).toBe(
      '"session";q=600;w=60, "address";q=3000;w=60, "person";q=1200;w=60, "organization";q=12000;w=60',
    );
    expect(taken[0]!.buckets).toMatchObject([
      { bucket: expect.stringMatching(/^session /), perMinute: 600, burst: 600 },
      { bucket: 'address 127.0.0.1', perMinute: 3_000, burst: 3_000 },
      { bucket: 'person usr_1', perMinute: 1_200, burst: 1_200 },
      { bucket: 'organization org_1', perMinute: 12_000, burst: 12_000 },
    ]);
  });

  test('gets the shared tokens back when the session is limited', async () => {
    const { service, returned } = limitCounter();
    fixture = await startTestGateway({ limit: { perMinute: 1, burst: 1 }, services: [service] });
    const sent = await Promise.all(Array.from({ length: 700 }, () => read(testSessions.owner)));
    const refused = sent.filter(
      ({ status, headers }) => status === 429 && headers.get('ratelimit')!.includes('address'),
    );
    expect(refused.length).toBeGreaterThan(0);
    const back = () => returned.flatMap(({ buckets }) => buckets);
    await waitUntil(() => back().length === 3 * refused.length);
    expect(new Set(back().map(({ bucket, count }) => `${count} of ${bucket}`))).toEqual(
      new Set(['1 of address 127.0.0.1', '1 of person usr_1', '1 of organization org_1']),
    );
  });
});

describe.each([
  ['person usr_1', 'person', [429, 429, 200], 'of this person, whose keys and sessions share a limit.'],
  [
    'organization org_1',
    'organization',
    [429, 429, 429],
    'of this organization, whose keys and sessions share a limit.',
  ],
] as const)('the empty bucket of %s', (empty, policy, expected, ending) => {
  test('refuses each key and session that shares it, and names it', async () => {
    const { service } = limitCounter({ empty: [empty] });
    fixture = await startTestGateway({ limit: { perMinute: 60, burst: 10 }, services: [service] });
    const sent = [
      await fixture.send('GET', '/organizations'),
      await fixture.send('GET', '/organizations', { session: testSessions.owner }),
      await fixture.send('GET', '/organizations', { key: testKeys.other }),
    ];
    expect(sent.map(({ status }) => status)).toEqual(expected);
    expect(sent[0]!.headers.get('ratelimit')).toContain(`"${policy}";r=0;t=1`);
    expect(sent[0]!.json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: `Too many requests ${ending}`,
      details: { limit: policy },
    });
  });
});

test('a file without a key has at most 10 MiB, also when other bodies may be larger', async () => {
  fixture = await startTestGateway({ maxBodyBytes: 12 * 1024 * 1024 });
  const send = (path: string, bytes: number) => fixture.send('POST', path, { body: 'x'.repeat(bytes) });
  expect((await send(uploadPath(), 10 * 1024 * 1024 + 1)).json()).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { maxBytes: 10 * 1024 * 1024 },
  });
  expect((await send(uploadPath(), 10 * 1024 * 1024)).status).toBe(200);
});

test('all requests fail while counting fails, and the outage is logged once', async () => {
  let isBroken = true;
  const { service } = limitCounter({
    before: async () => {
      if (isBroken) throw new Error('broken');
    },
  });
  fixture = await startTestGateway({ limit: { perMinute: 60, burst: 10 }, services: [service] });
  for (let i = 0; i < 3; i++) {
    const { status, headers, json } = await fixture.send('GET', '/organizations');
    expect([status, headers.get('retry-after'), json().code]).toEqual([503, '1', 'UNAVAILABLE']);
  }
  isBroken = false;
  expect(await statuses(2, testKeys.good)).toEqual([200, 200]);
  expect(
    fixture.lines.map((line) => (JSON.parse(line) as { msg: string }).msg).filter((msg) => msg.includes('count')),
  ).toEqual(['requests cannot be counted', 'requests are counted again']);
});

test('a limit that is switched off is neither counted nor reported', async () => {
  const { service, taken } = limitCounter();
  fixture = await startTestGateway({ limit: undefined, services: [service] });
  const { headers } = await fixture.send('POST', '/projects/prj_member/eval-runs', { body: { suiteId: 'suite_1' } });
  expect([headers.get('ratelimit'), headers.get('ratelimit-policy'), taken]).toEqual([null, null, []]);
});

test('all keys of a person and of an organization share as many limits as the operator says', async () => {
  const { service, taken } = limitCounter();
  fixture = await startTestGateway({
    limit: { perMinute: 200, burst: 150 },
    sharedLimits: { person: 2, organization: 3 },
    services: [service],
  });
  await fixture.send('GET', '/organizations');
  expect(taken[0]!.buckets.slice(1)).toMatchObject([
    { bucket: 'person usr_1', perMinute: 400, burst: 300 },
    { bucket: 'organization org_1', perMinute: 600, burst: 450 },
  ]);
});
