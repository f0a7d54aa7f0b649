import { createServer, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import { readEnv } from '@assay/kit/env';
import { freePort } from '@assay/postgres/free-port';
import { TEST_CERTIFICATE } from '@assay/testkit/certificates/certificate';
import { openEgress } from '../src/egress.ts';
import { HostList } from '../src/host-list.ts';
import { resolveBySystem, type ResolveHost } from '../src/resolve.ts';
import { egressSettings, ONE_MACHINE_EGRESS, type EgressSettings } from '../src/settings.ts';
import { serveHttp, serveHttps, startListening } from './serve.ts';

/** A resolver that knows no name, as in networks where only the proxy has DNS. */
const nobodyKnows: ResolveHost = () =>
  Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));
const leadsTo =
  (...addresses: string[]): ResolveHost =>
  async () =>
    addresses.map((address) => ({ address, family: isIP(address) }));
/** An address that stands for public addresses. */
const PUBLIC = '93.184.215.14';

/** A forward proxy that connects every name to this machine. */
async function startProxy({ secure = false, statusFor = (_authority: string): number => 200 } = {}) {
  const asked: { authority: string; credentials: string | undefined }[] = [];
  const server: Server = secure ? createSecure(TEST_CERTIFICATE) : createServer();
  server.on('connect', ({ url, headers }, client: Socket) => {
    asked.push({ authority: url!, credentials: headers['proxy-authorization'] });
    const status = statusFor(url!);
    if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const upstream = connect(Number(url!.split(':').at(-1)), '127.0.0.1', () =>
      client.write('HTTP/1.1 200 Connection established\r\n\r\n'),
    );
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('error', () => upstream.destroy());
    return upstream.pipe(client).pipe(upstream);
  });
  const port = await startListening(server);
  return { asked, url: new URL(secure ? `https://localhost:${port}` : `http://me:p%40ss@127.0.0.1:${port}`) };
}

const through = ({ url }: { url: URL }, except = '', more: Partial<EgressSettings> = {}): EgressSettings => ({
  ...ONE_MACHINE_EGRESS,
  ca: TEST_CERTIFICATE.cert,
  ...more,
  proxy: readEnv({ EGRESS_PROXY: url.href, EGRESS_NO_PROXY: except }, egressSettings).proxy,
});
const hello = () => serveHttp((_request, response) => response.end('hello'));
const helloSecurely = () => serveHttps((_request, response) => response.end('hello'));
const named = (origin: string, name: string) => origin.replace('127.0.0.1', name);
const said = async (response: Promise<Response>) => (await response).text();

test('a server that only the proxy can resolve is reached by name, and tunnels are reused', async () => {
  const [proxy, origin] = [await startProxy(), named(await hello(), 'mcp.example')];
  const egress = openEgress(through(proxy), nobodyKnows);
  for (let i = 0; i < 10; i++) expect(await said(egress.fetch(origin))).toBe('hello');
  // Two, because the pool frees a connection a moment after its answer was read.
  expect(proxy.asked.length).toBeLessThanOrEqual(2);
  expect(proxy.asked[0]).toEqual({
    authority: new URL(origin).host,
    credentials: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
  });
});

test('the proxy gets the checked address, and the server gets the name', async () => {
  const [proxy, hosts] = [await startProxy(), [] as (string | undefined)[]];
  const plain = named(
    await serveHttp((request, response) => {
      hosts.push(request.headers.host);
      response.end('hello');
    }),
    'mcp.example',
  );
  expect(await said(openEgress(through(proxy), leadsTo(PUBLIC)).fetch(plain))).toBe('hello');
  expect([proxy.asked[0]!.authority, hosts]).toEqual([`${PUBLIC}:${new URL(plain).port}`, [new URL(plain).host]]);

  const secure = new URL(await helloSecurely());
  const egress = openEgress(through(proxy), leadsTo(PUBLIC));
  expect(await said(egress.fetch(secure.href))).toBe('hello');
  expect(proxy.asked[1]!.authority).toBe(`${PUBLIC}:${secure.port}`);
  await expect(egress.fetch(secure.href.replace('localhost', 'elsewhere.example'))).rejects.toMatchObject({
    cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
  });
});

test('the proxy gets an allowed address when the name also has forbidden ones', async () => {
  const [proxy, origin] = [await startProxy(), named(await hello(), 'mcp.example')];
  expect(await said(openEgress(through(proxy), leadsTo('169.254.169.254', PUBLIC)).fetch(origin))).toBe('hello');
  expect(proxy.asked.map(({ authority }) => authority)).toEqual([`${PUBLIC}:${new URL(origin).port}`]);
});

test('the proxy gets an address of the other family when the first family fails', async () => {
  const [proxy, origin] = [
    await startProxy({ statusFor: (authority) => (authority.startsWith('[') ? 502 : 200) }),
    named(await hello(), 'mcp.example'),
  ];
  expect(
    await said(
      openEgress(through(proxy), leadsTo('2606:2800:21f:cb07::1', '2606:2800:21f:cb07::2', PUBLIC)).fetch(origin),
    ),
  ).toBe('hello');
  const { port } = new URL(origin);
  expect(proxy.asked.map(({ authority }) => authority)).toEqual([
    `[2606:2800:21f:cb07::1]:${port}`,
    `${PUBLIC}:${port}`,
  ]);
});

test.each(['localhost', 'LOCALHOST.', 'a.localhost', 'intranet', 'intranet.'])(
  'an unknown local name like %s is not sent to the proxy',
  async (name) => {
    const proxy = await startProxy();
    await expect(openEgress(through(proxy), nobodyKnows).fetch(`http://${name}/`)).rejects.toMatchObject({
      cause: { code: 'ENOTFOUND' },
    });
    expect(proxy.asked).toEqual([]);
  },
);

test('the connection to a proxy may use TLS', async () => {
  const [proxy, origin] = [await startProxy({ secure: true }), await helloSecurely()];
  expect(await said(openEgress(through(proxy), leadsTo(PUBLIC)).fetch(origin))).toBe('hello');
  expect(proxy.asked).toHaveLength(1);
});

test.each([
  ['on this machine', '', resolveBySystem, '127.0.0.1'],
  ['by a name of a private address', '', leadsTo('127.0.0.1'), 'intranet.example'],
  ['with a name in the exceptions', '*.near.example', leadsTo('127.0.0.1'), 'a.near.example'],
])('a server %s is reached without the proxy', async (_, except, resolve, name) => {
  const proxy = await startProxy();
  expect(await said(openEgress(through(proxy, except), resolve).fetch(named(await hello(), name)))).toBe('hello');
  expect(proxy.asked).toEqual([]);
});

test('an unknown name in the exceptions is not sent to the proxy', async () => {
  const proxy = await startProxy();
  await expect(
    openEgress(through(proxy, 'mcp.example'), nobodyKnows).fetch('http://mcp.example/'),
  ).rejects.toMatchObject({ cause: { code: 'ENOTFOUND' } });
  expect(proxy.asked).toEqual([]);
});

test.each<[string, ResolveHost, Partial<EgressSettings>, object]>([
  ['http://169.254.169.254/', resolveBySystem, {}, { code: 'VALIDATION_ERROR', details: { addressClass: 'metadata' } }],
  [
    'http://metadata.google.internal/',
    nobodyKnows,
    {},
    { code: 'VALIDATION_ERROR', details: { addressClass: 'metadata' } },
  ],
  [
    'http://misled.example/',
    leadsTo('169.254.169.254'),
    {},
    { code: 'SERVER_UNREACHABLE', details: { addressClass: 'metadata' } },
  ],
  [
    'http://closed.example/',
    leadsTo('10.0.0.1', '169.254.169.254'),
    { allowPrivate: false },
    { code: 'SERVER_UNREACHABLE', details: { addressClass: 'private' } },
  ],
  [
    'http://private.example/',
    leadsTo('10.0.0.1'),
    { allowPrivate: false },
    { code: 'SERVER_UNREACHABLE', details: { addressClass: 'private' } },
  ],
  [
    'http://mcp.example/',
    nobodyKnows,
    { deny: HostList.parse('mcp.example')! },
    { code: 'VALIDATION_ERROR', details: { addressClass: 'denied' } },
  ],
])('the policy applies before the proxy: %s is not sent to it', async (url, resolve, more, refusal) => {
  const proxy = await startProxy();
  await expect(openEgress(through(proxy, '', more), resolve).fetch(url)).rejects.toMatchObject(refusal);
  expect(proxy.asked).toEqual([]);
});

test.each([
  ['that refuses', async () => startProxy({ statusFor: () => 403 }), 'HTTP status 403'],
  [
    'that is down',
    async () => ({ url: new URL(`http://me:secret@127.0.0.1:${await freePort()}`) }),
    'cannot be reached',
  ],
])('the error names a proxy %s without its password', async (_, open, words) => {
  const failure = await openEgress(through(await open()), nobodyKnows)
    .fetch('https://mcp.example/')
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { reason: 'EGRESS_PROXY_FAILED' },
    message: expect.stringContaining(words) as string,
  });
  expect((failure as Error).message).not.toMatch(/secret|p%40ss/);
});
