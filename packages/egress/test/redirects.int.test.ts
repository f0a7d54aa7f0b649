import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { TEST_CERTIFICATE } from '@assay/testkit/certificates/certificate';
import { openEgress } from '../src/egress.ts';
import { ONE_MACHINE_EGRESS, operatorEgressSettings } from '../src/settings.ts';
import { serveHttp, serveHttps } from './serve.ts';

const egress = openEgress({ ...ONE_MACHINE_EGRESS, ca: TEST_CERTIFICATE.cert });
const SECRETS = {
  authorization: 'Bearer s3cret',
  cookie: 's3cret',
  'x-api-key': 's3cret',
  'mcp-session-id': 's3cret',
  'proxy-authorization': 's3cret',
};
const post = (url: string, more: RequestInit = {}) =>
  egress.fetch(url, {
    method: 'POST',
    body: '{"a":1}',
    headers: { ...SECRETS, 'content-type': 'application/json', accept: 'application/json' },
    ...more,
  });

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
  socket: unknown;
}

/** Answers every request and records it; `/to?status=…&at=…` redirects. */
async function site(open = serveHttp) {
  const seen: Seen[] = [];
  const origin = await open(
    (request, response) =>
      void text(request).then((body) => {
        const { method = '', url = '', headers, socket } = request;
        seen.push({ method, url, headers, body, socket });
        const { searchParams } = new URL(url, 'http://x');
        const [status, location] = [searchParams.get('status'), searchParams.get('at')];
        if (location === null) response.end('arrived');
        else response.writeHead(Number(status ?? 302), { location }).end();
      }),
  );
  return {
    origin,
    seen,
    to: (at: string, status = 302) => `${origin}/to?${new URLSearchParams({ at, status: String(status) }).toString()}`,
  };
}

const REFUSED = { code: 'SERVER_UNREACHABLE', details: { reason: 'EGRESS_REFUSED' } };

test.each([
  ['http://169.254.169.254/latest/meta-data/', { addressClass: 'metadata' }],
  ['http://2852039166/', { addressClass: 'metadata' }],
  ['//[fd00:ec2::254]/', { addressClass: 'metadata' }],
  ['http://metadata.google.internal/', { addressClass: 'metadata' }],
  ['file:///etc/passwd', {}],
  ['http://me:secret@mcp.example/', {}],
  ['http://', {}],
])("a redirect to %s is not followed and is reported as the server's fault", async (at, details) => {
  const { to } = await site();
  await expect(egress.fetch(to(at))).rejects.toMatchObject({ ...REFUSED, details: { ...REFUSED.details, ...details } });
});

test('the destination of a redirect to a name is resolved and checked', async () => {
  const misled = openEgress(ONE_MACHINE_EGRESS, async () => [{ address: '169.254.169.254', family: 4 }]);
  const { to } = await site();
  await expect(misled.fetch(to('http://harmless.example/'))).rejects.toMatchObject({
    ...REFUSED,
    details: { addressClass: 'metadata' },
  });
});

test('five redirects are followed, a sixth is refused', async () => {
  const { origin, seen, to } = await site();
  const chain = (length: number): string => (length === 0 ? `${origin}/` : to(chain(length - 1)));
  expect(await (await egress.fetch(chain(5))).text()).toBe('arrived');
  expect(seen).toHaveLength(6);
  await expect(egress.fetch(chain(6))).rejects.toMatchObject(REFUSED);
  expect(seen).toHaveLength(12);
});

test.each([307, 308])('a %d within one origin keeps the body and its headers', async (status) => {
  const { origin, seen, to } = await site();
  const response = await post(to('/mcp/', status));
  expect(await response.text()).toBe('arrived');
  expect(response.url).toBe(`${origin}/mcp/`);
  expect(seen[1]).toMatchObject({
    method: 'POST',
    url: '/mcp/',
    body: '{"a":1}',
    headers: { ...SECRETS, 'content-type': 'application/json' },
  });
});

test('repeated redirects within an origin reuse connections', async () => {
  const { seen, to } = await site();
  for (let i = 0; i < 10; i++) await (await post(to('/mcp/', 307))).text();
  expect(seen).toHaveLength(20);
  // Two, because the pool frees a connection a moment after its answer was read.
  expect(new Set(seen.map(({ socket }) => socket)).size).toBeLessThanOrEqual(2);
});

test.each([307, 308])('a %d sends no body to another origin', async (status) => {
  const [{ to }, elsewhere] = [await site(), await site()];
  await expect(post(to(`${elsewhere.origin}/`, status))).rejects.toMatchObject(REFUSED);
  expect(elsewhere.seen).toEqual([]);
});

test.each([
  ['DELETE', 301],
  ['DELETE', 302],
  ['DELETE', 307],
  ['DELETE', 308],
  ['POST', 307],
  ['PUT', 301],
])('a %s without a body is not repeated at another origin for a %d', async (method, status) => {
  const [{ origin, seen, to }, elsewhere] = [await site(), await site()];
  await expect(egress.fetch(to(`${elsewhere.origin}/`, status), { method })).rejects.toMatchObject(REFUSED);
  expect(elsewhere.seen).toEqual([]);
  expect(await (await egress.fetch(to(`${origin}/`, status), { method })).text()).toBe('arrived');
  expect(seen.at(-1)).toMatchObject({ method, url: '/' });
});

test('an address that the operator set up may be private and does not redirect elsewhere', async () => {
  const own = openEgress(operatorEgressSettings({ ...ONE_MACHINE_EGRESS, allowPrivate: false }));
  const [{ seen, to }, elsewhere] = [await site(), await site()];
  await expect(own.fetch(to(`${elsewhere.origin}/`))).rejects.toMatchObject(REFUSED);
  expect(elsewhere.seen).toEqual([]);
  expect(await (await own.fetch(to('/here'))).text()).toBe('arrived');
  expect(seen.at(-1)!.url).toBe('/here');
});

test.each([301, 302, 303])('a %d sends neither the body nor possible credentials to another origin', async (status) => {
  const [{ to }, elsewhere] = [await site(), await site()];
  expect(await (await post(to(`${elsewhere.origin}/`, status))).text()).toBe('arrived');
  const [{ method, headers, body }] = elsewhere.seen as [Seen];
  expect({ method, body, accept: headers.accept, type: headers['content-type'] }).toEqual({
    method: 'GET',
    body: '',
    accept: 'application/json',
    type: undefined,
  });
  expect(JSON.stringify(headers)).not.toContain('s3cret');
});

test('dropped credentials are not sent again when a redirect leads back', async () => {
  const [home, elsewhere] = [await site(), await site()];
  await (await egress.fetch(home.to(elsewhere.to(`${home.origin}/home`), 307), { headers: SECRETS })).text();
  expect(home.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer s3cret', undefined]);
});

test('a redirect may lead from http to https, but not back', async () => {
  const [plain, secure] = [await site(), await site(serveHttps)];
  expect(await (await egress.fetch(plain.to(`${secure.origin}/`))).text()).toBe('arrived');
  await expect(egress.fetch(secure.to(`${plain.origin}/`))).rejects.toMatchObject(REFUSED);
});

test('a caller may follow redirects itself, or not at all', async () => {
  const { to, seen } = await site();
  const response = await egress.fetch(to('/next', 307), { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([307, '/next']);
  await expect(egress.fetch(to('/next'), { redirect: 'error' })).rejects.toThrow('fetch failed');
  expect((await egress.fetch(to('/next', 304), { redirect: 'error' })).status).toBe(304);
  expect(seen).toHaveLength(3);
});
