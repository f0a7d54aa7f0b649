import type { TakeRequest } from '@assay/mesh/gen/assay/v1/limits';
import { proxiesOf } from '../../src/addresses/trusted-proxies.ts';
import { limitCounter } from './limit-counter.ts';
import { startTestGateway, type TestGateway } from '../start.ts';

let fixture: TestGateway;
afterEach(() => fixture.stop());

const limit = { perMinute: 1, burst: 3 };
/** The requested buckets. */
const bucketsOf = (taken: TakeRequest[]) => taken.flatMap(({ buckets }) => buckets.map(({ bucket }) => bucket));

/** Sends a file to an invalid upload URL. */
const upload = (headers: Record<string, string> = {}) =>
  fixture.send('PUT', '/projects/prj_member/eval-ingest/artifacts/token', { key: null, headers, body: 'x' });

describe('a write without a key', () => {
  test('is counted by its address', async () => {
    fixture = await startTestGateway({ limit, services: [limitCounter().service] });
    const sent = await Promise.all(Array.from({ length: 45 }, () => upload()));
    expect(sent.filter(({ status }) => status === 404)).toHaveLength(30);
    expect(sent.find(({ status }) => status === 429)!.json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'Too many requests from this address.',
    });
    expect((await upload({ 'x-forwarded-for': '203.0.113.7' })).status).toBe(404);
  });

  test.each([
    ['the address that a proxy of ours tells', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['the network of one of IPv6, of which a machine has all', '2001:db8:1:2:3::9', '2001:db8:1:2::/64'],
    ['the connection where the proxy tells no address', 'unknown', '127.0.0.1'],
    ['the connection where the proxy passes on anything, however long', 'x'.repeat(8_000), '127.0.0.1'],
    ['the network of one with a zone, which may be anything', `fe80::1%${'x'.repeat(8_000)}`, 'fe80:0:0:0::/64'],
  ])('is counted by %s', async (_, told, network) => {
    const { service, taken } = limitCounter();
    fixture = await startTestGateway({ limit, services: [service] });
    expect((await upload({ 'x-forwarded-for': told })).status).toBe(404);
    expect(bucketsOf(taken)).toEqual([`sender ${network}`]);
  });

  test('is counted by the connection when no proxy is trusted', async () => {
    const { service, taken } = limitCounter();
    fixture = await startTestGateway({ limit, services: [service], trustedProxies: proxiesOf('192.0.2.1') });
    await upload({ 'x-forwarded-for': '203.0.113.7' });
    expect(bucketsOf(taken)).toEqual(['sender 127.0.0.1']);
  });
});

describe('a read without a key', () => {
  const look = (path: string, beside = true) => fixture.send('GET', path, { key: null, beside });

  test('is counted by its address, apart from writes', async () => {
    const { service, taken } = limitCounter();
    fixture = await startTestGateway({ limit, services: [service] });
    const sent: Awaited<ReturnType<typeof look>>[] = [];
    while (sent.length < 320)
      sent.push(...(await Promise.all(Array.from({ length: 80 }, () => look('/auth/invitations/token')))));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(300);
    const refused = sent.find(({ status }) => status === 429)!;
    expect([refused.json(), refused.headers.get('ratelimit-policy')]).toMatchObject([
      { code: 'RATE_LIMITED', message: 'Too many requests from this address.', details: { limit: 'reader' } },
      '"reader";q=300;w=60',
    ]);
    expect(new Set(bucketsOf(taken))).toEqual(new Set(['reader 127.0.0.1']));
    expect((await upload()).status).toBe(404);
  }, 90_000);

  test.each([
    ['/auth/password-resets/token', true, 'reader'],
    ['/auth/invitations/token', true, 'reader'],
    ['/auth/oidc/start', true, 'reader'],
    ['/auth/oidc/callback', true, 'reader'],
    ['/auth/sign-in', true, 'reader'],
    ['/server-connections/con_1/handoff', false, 'reader'],
    ['/oauth/callback', false, 'reader'],
    ['/auth/methods', true, undefined],
    ['/models', false, undefined],
    ['/eval-assertion-types', false, undefined],
    ['/eval-suite-file-schema', false, undefined],
    ['/oauth/client-metadata', false, undefined],
    ['/openapi.json', false, undefined],
    ['/docs/', true, undefined],
    ['/healthz', true, undefined],
  ])('%s (beside the API: %p) is counted by the policy %p', async (path, beside, policy) => {
    const { service, taken } = limitCounter();
    fixture = await startTestGateway({ limit, services: [service] });
    expect((await look(path, beside)).status).toBeLessThan(400);
    expect(bucketsOf(taken)).toEqual(policy ? [`${policy} 127.0.0.1`] : []);
  });
});
