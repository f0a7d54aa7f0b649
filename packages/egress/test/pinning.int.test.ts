import { createServer, type RequestListener } from 'node:http';
import { TEST_CERTIFICATE } from '@assay/testkit/certificates/certificate';
import { waitUntil } from '@assay/testkit/until';
import { openEgress } from '../src/egress.ts';
import { HostList } from '../src/host-list.ts';
import type { ResolveHost } from '../src/resolve.ts';
import { ONE_MACHINE_EGRESS, type EgressSettings } from '../src/settings.ts';
import { serveHttps, startListening } from './serve.ts';

const [GOOD, BAD] = ['127.0.0.1', '127.0.0.2'];
/** One address of this machine stands for public addresses, the others for private ones. */
const ONE_OPEN: EgressSettings = { ...ONE_MACHINE_EGRESS, allowPrivate: false, allow: HostList.parse(GOOD)! };

/** A resolver that answers each list in turn and then repeats the last, with a counter of lookups. */
function names(...answers: string[][]): { resolve: ResolveHost; asked: string[] } {
  const asked: string[] = [];
  const resolve: ResolveHost = async (hostname) => {
    asked.push(hostname);
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { resolve, asked };
}

/** Starts a server on every address of this machine and records the addresses that it was reached at. */
async function everywhere(listener: RequestListener = (_request, response) => response.end('hello')) {
  const reached: (string | undefined)[] = [];
  const port = await startListening(
    createServer((request, response) => {
      reached.push(request.socket.localAddress);
      listener(request, response);
    }),
    '0.0.0.0',
  );
  return { port, reached };
}

const said = async (response: Promise<Response>) => (await response).text();

test('a name is resolved once per connection, which uses the checked address', async () => {
  const [{ port, reached }, { resolve, asked }] = [await everywhere(), names([GOOD], [BAD])];
  expect(await said(openEgress(ONE_OPEN, resolve).fetch(`http://mcp.example:${port}/`))).toBe('hello');
  expect([asked, reached]).toEqual([['mcp.example'], [GOOD]]);
});

test('a name that changes its address keeps open connections and gets no new one', async () => {
  const held = Promise.withResolvers<void>();
  const { port, reached } = await everywhere(
    (request, response) =>
      void (request.url === '/held' ? held.promise : Promise.resolve()).then(() => response.end('hello')),
  );
  const { resolve, asked } = names([GOOD], [BAD]);
  const egress = openEgress(ONE_OPEN, resolve);
  const ask = (path: string) => said(egress.fetch(`http://mcp.example:${port}${path}`));
  expect(await ask('/')).toBe('hello');
  // The pool frees a connection a moment after its answer was read.
  await new Promise(setImmediate);
  const onTheOldOne = ask('/held');
  await waitUntil(() => reached.length === 2);
  expect(asked).toHaveLength(1);

  const failure = await ask('/').catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { reason: 'EGRESS_REFUSED', addressClass: 'loopback' },
    message: expect.stringContaining('"mcp.example" leads to') as string,
  });
  expect((failure as Error).message).not.toContain(BAD);
  held.resolve();
  expect(await onTheOldOne).toBe('hello');
  expect(reached).toEqual([GOOD, GOOD]);
});

test('only allowed addresses are tried when a name also has forbidden ones', async () => {
  const [{ port, reached }, { resolve }] = [await everywhere(), names([BAD, '169.254.169.254', GOOD])];
  expect(await said(openEgress(ONE_OPEN, resolve).fetch(`http://mcp.example:${port}/`))).toBe('hello');
  expect(reached).toEqual([GOOD]);
});

test.each([
  ['169.254.169.254', 'metadata'],
  ['::ffff:169.254.169.254', 'metadata'],
  ['fe80::1', 'link-local'],
  ['64:ff9b::a9fe:a9fe', 'metadata'],
])('with private networks allowed, a name that leads to %s: %s', async (address, addressClass) => {
  const asking = openEgress(ONE_MACHINE_EGRESS, names([address]).resolve).fetch('http://mcp.example/');
  await expect(asking).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE', details: { addressClass } });
});

test('a forbidden IP address in the URL is a validation error, and nothing is sent', async () => {
  const [{ port, reached }, { resolve, asked }] = [await everywhere(), names([GOOD])];
  const egress = openEgress(ONE_OPEN, resolve);
  const refusal = { code: 'VALIDATION_ERROR', details: { reason: 'EGRESS_REFUSED', addressClass: 'loopback' } };
  await expect(egress.fetch(`http://${BAD}:${port}/`)).rejects.toMatchObject(refusal);
  expect(() => egress.admitted(`http://0x7f000002:${port}/`)).toThrow(expect.objectContaining(refusal));
  expect(() => egress.admitted('nowhere')).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
  expect(await said(egress.fetch(`http://${GOOD}:${port}/`))).toBe('hello');
  expect([reached, asked]).toEqual([[GOOD], []]);
});

test("an unknown name fails with the resolver's error", async () => {
  const gone = Object.assign(new Error('getaddrinfo ENOTFOUND mcp.example'), { code: 'ENOTFOUND' });
  await expect(
    openEgress(ONE_MACHINE_EGRESS, () => Promise.reject(gone)).fetch('http://mcp.example/'),
  ).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { code: 'ENOTFOUND' },
  });
});

test("the operator's certificate authority is trusted in addition to the system's, only here", async () => {
  const origin = await serveHttps((_request, response) => response.end('hello'));
  const { resolve } = names([GOOD]);
  await expect(openEgress(ONE_MACHINE_EGRESS, resolve).fetch(origin)).rejects.toMatchObject({
    cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  });
  const egress = openEgress({ ...ONE_MACHINE_EGRESS, ca: TEST_CERTIFICATE.cert }, resolve);
  expect(await said(egress.fetch(origin))).toBe('hello');
  await expect(egress.fetch(origin.replace('localhost', 'elsewhere.example'))).rejects.toMatchObject({
    cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
  });
});

test('a Host header changes neither the address nor the policy', async () => {
  const { port } = await everywhere((request, response) => {
    response.writeHead(302, { location: '/next', 'x-host': request.headers.host ?? '' }).end();
  });
  const egress = openEgress(ONE_OPEN, names([GOOD]).resolve);
  const response = await egress.fetch(`http://mcp.example:${port}/`, { host: 'evil.example' });
  expect([response.status, response.headers.get('x-host')]).toEqual([302, 'evil.example']);
  await expect(
    openEgress(ONE_OPEN, names([BAD]).resolve).fetch(`http://mcp.example:${port}/`, { host: 'mcp.example' }),
  ).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
});
