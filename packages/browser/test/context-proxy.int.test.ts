import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, isIP, type AddressInfo } from 'node:net';
import { openEgress } from '@assay/egress/egress';
import { HostList } from '@assay/egress/host-list';
import { ONE_MACHINE_EGRESS, type EgressSettings } from '@assay/egress/settings';
import { BlockList } from '../src/block-list.ts';
import { openContextProxy, type ContextProxy, type ProxyLimits } from '../src/context-proxy.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server that answers its own view of a request. */
async function startSite(body = '') {
  const server = createServer(({ method, url, headers, rawHeaders }, response) =>
    response
      .writeHead(200, { connection: 'close, x-hop', 'x-hop': '1', 'set-cookie': ['a=1', 'b=2'] })
      .end(
        body || JSON.stringify({ method, url, host: headers.host, names: rawHeaders.filter((_, at) => at % 2 === 0) }),
      ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function openProxy(limits: Partial<ProxyLimits> = {}, egress: Partial<EgressSettings> = {}) {
  const blocked = new BlockList();
  const proxy = await openContextProxy(
    openEgress({ ...ONE_MACHINE_EGRESS, ...egress }, async (name) => {
      const address = { 'site.test': '127.0.0.1', 'far.test': '10.0.0.1' }[name] ?? '169.254.169.254';
      return [{ address, family: isIP(address) }];
    }),
    { share: 'org', allowedHosts: undefined, maxRequests: 10, maxBytes: 10_000, isServed: () => false, ...limits },
    blocked,
  );
  closing.push(() => proxy[Symbol.asyncDispose]());
  return { proxy, blocked };
}

/** Asks a proxy for a plain request. */
async function ask({ url }: ContextProxy, target: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(url);
  const asking = request({
    hostname,
    port,
    path: target,
    headers: { host: URL.parse(target)?.host ?? 'x', ...headers },
  });
  asking.end();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  const body = (await response.toArray()).join('');
  return { status: response.statusCode, headers: response.headers, body };
}

/** Asks a proxy for a tunnel, and sends text through it; answers the status and everything that came. */
async function tunnel({ url }: ContextProxy, authority: string, text = '') {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  const status = Number(/^HTTP\/1.1 (\d+)/.exec(first.toString())![1]);
  if (status !== 200) return { status, answer: '' };
  socket.end(text);
  return { status, answer: (await socket.toArray().catch(() => [])).join('') };
}

test('a request is passed on as it is, without the headers between neighbours', async () => {
  const [site, { proxy }] = [await startSite(), await openProxy()];
  const { status, headers, body } = await ask(proxy, `http://${site}/a?b=c`, {
    'proxy-connection': 'keep-alive',
    'proxy-authorization': 'Basic eA==',
    connection: 'x-mine',
    'x-mine': '1',
    'x-theirs': '1',
  });
  const seen = JSON.parse(body) as { url: string; host: string; names: string[] };
  expect(status).toBe(200);
  expect(seen).toMatchObject({ url: '/a?b=c', host: site });
  expect(seen.names.map((name) => name.toLowerCase()).filter((name) => name !== 'connection')).toEqual([
    'host',
    'x-theirs',
  ]);
  expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
  expect(headers).not.toHaveProperty('x-hop');
});

test('a tunnel carries what it is given', async () => {
  const [site, { proxy, blocked }] = [await startSite(), await openProxy()];
  const { status, answer } = await tunnel(proxy, site, 'GET /in HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(status).toBe(200);
  expect(answer).toContain('"url":"/in"');
  expect(blocked.count).toBe(0);
});

describe.each(['plain', 'tunnel'])('%s requests', (kind) => {
  const reach = async (proxy: ContextProxy, authority: string) =>
    (kind === 'plain' ? await ask(proxy, `http://${authority}/`) : await tunnel(proxy, authority)).status;

  test.each([
    ['169.254.169.254:80'],
    ['[::ffff:169.254.169.254]:80'],
    ['[64:ff9b::a9fe:a9fe]:80'],
    ['[fd00:ec2::254]:80'],
    ['0xa9fea9fe:80'],
    ['0251.0376.0251.0376:80'],
    ['2852039166:80'],
    ['metadata.google.internal:80'],
    ['metadata.google.internal.:80'],
    ['anything.test:80'],
    ['far.test:80'],
    ['10.1:80'],
    ['127.0.0.1:80'],
    ['0.0.0.0:80'],
    ['[::]:80'],
    ['[::1]:80'],
    ['0x7f.1:80'],
    ['017700000001:80'],
    ['192.168.0.1:80'],
    ['[fe80::1]:80'],
    ['[fc00::1]:80'],
    ['100.64.0.1:80'],
    ['224.0.0.1:80'],
  ])('do not reach %s', async (authority) => {
    const { proxy, blocked } = await openProxy({}, { allowPrivate: false });
    expect(await reach(proxy, authority)).toBe(403);
    expect(blocked.first).toMatchObject([{ reason: 'address' }]);
  });

  test('do not reach the proxy itself, nor the proxy of another context', async () => {
    const [{ proxy, blocked }, { proxy: other }] = [await openProxy(), await openProxy()];
    for (const { url } of [proxy, other])
      for (const host of ['127.0.0.1', 'site.test', '0.0.0.0', '[::ffff:127.0.0.1]'])
        expect(await reach(proxy, `${host}:${new URL(url).port}`)).toBe(403);
    expect(blocked.first.map(({ reason }) => reason)).toEqual(Array.from({ length: 8 }, () => 'address'));
  });

  test('reach the hosts of the policy only, at their ports', async () => {
    const site = await startSite();
    const { port } = new URL(`http://${site}`);
    const { proxy, blocked } = await openProxy({ allowedHosts: [`site.test:${port}`, 'far.example'] });
    expect(await reach(proxy, `site.test:${port}`)).toBe(200);
    for (const authority of [site, 'site.test:1', `sub.site.test:${port}`, `site.test.:${Number(port) + 1}`])
      expect(await reach(proxy, authority)).toBe(403);
    expect(blocked.first.map(({ reason }) => reason)).toEqual(['host', 'host', 'host', 'host']);
  });

  test('are limited in number', async () => {
    const [site, { proxy, blocked }] = [await startSite(), await openProxy({ maxRequests: 1 })];
    expect(await reach(proxy, site)).toBe(200);
    expect(await reach(proxy, site)).toBe(403);
    expect(blocked.first).toMatchObject([{ reason: 'requests' }]);
  });

  test('to a server that is away fail, and are not listed as blocked', async () => {
    const { proxy, blocked } = await openProxy();
    expect(await reach(proxy, '127.0.0.1:1')).toBe(502);
    expect(blocked.count).toBe(0);
  });
});

test('answers are limited in bytes in all, and the rest is blocked', async () => {
  const [site, { proxy, blocked }] = [await startSite('x'.repeat(9_000)), await openProxy()];
  expect((await ask(proxy, `http://${site}/1`)).body).toHaveLength(9_000);
  await expect(ask(proxy, `http://${site}/2?secret`)).rejects.toThrow();
  expect((await ask(proxy, `http://${site}/3`).catch(() => ask(proxy, `http://${site}/3`))).status).toBe(403);
  expect(blocked.first[0]).toEqual({ url: `http://${site}/2`, reason: 'bytes' });
});

test('requests inside of tunnels are counted, and one too many ends the tunnels', async () => {
  const { proxy, blocked } = await openProxy({ maxRequests: 2 });
  for (const path of ['1', '2', '3']) proxy.countRequest(`https://user:secret@a.test/${path}?q=secret`);
  proxy.countRequest('data:text/plain,x');
  expect(blocked.first).toEqual([{ url: 'https://a.test/3', reason: 'requests' }]);
});

test('a page that speaks to the port as to a server gets no answer', async () => {
  const { proxy, blocked } = await openProxy();
  await expect(ask(proxy, '/')).rejects.toThrow();
  await expect(ask(proxy, 'https://site.test/')).rejects.toThrow();
  expect(blocked.count).toBe(0);
});

test('where plain http is closed, a tunnel carries only TLS', async () => {
  const [site, { proxy, blocked }] = [await startSite(), await openProxy({}, { schemes: ['https'] })];
  expect((await ask(proxy, `http://${site}/`)).status).toBe(403);
  expect((await tunnel(proxy, site, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n')).answer).toBe('');
  expect(blocked.first.map(({ reason }) => reason)).toEqual(['scheme', 'scheme']);
});

test("the operator's hosts stay closed, and listed ones are open", async () => {
  const { proxy, blocked } = await openProxy({}, { deny: HostList.parse('site.test')! });
  expect((await ask(proxy, 'http://site.test:1/')).status).toBe(403);
  expect(blocked.first).toMatchObject([{ reason: 'address' }]);
});
