import { createServer, type RequestListener } from 'node:http';
import { CERTIFICATE } from '@assay/testkit/certificates/certificate';
import { waitUntil } from '@assay/testkit/until';
import { openEgress } from '../src/egress.ts';
import { HostList } from '../src/host-list.ts';
import type { ResolveHost } from '../src/resolve.ts';
import { ONE_MACHINE_EGRESS, type EgressSettings } from '../src/settings.ts';
import { serveHttps, startListening } from './serve.ts';

const [GOOD, BAD] = ['127.0.0.1', '127.0.0.2'];
/** Of this machine's addresses one stands for all that are public, the others for those that are not. */
const ONE_OPEN: EgressSettings = { ...ONE_MACHINE_EGRESS, allowPrivate: false, allow: HostList.parse(GOOD)! };

/** Names that resolve to each of the answers in turn, and to the last one from then on; and how often they were asked for. */
function names(...answers: string[][]): { resolve: ResolveHost; asked: string[] } {
  const asked: string[] = [];
  const resolve: ResolveHost = async (hostname) => {
    asked.push(hostname);
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { resolve, asked };
}

/** A server on every address of this machine, and the addresses that it was reached at. */
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

test('a name is looked up once for a connection, which goes to the very address that was found good', async () => {
  const [{ port, reached }, { resolve, asked }] = [await everywhere(), names([GOOD], [BAD])];
  expect(await said(openEgress(ONE_OPEN, resolve).fetch(`http://mcp.example:${port}/`))).toBe('hello');
  expect([asked, reached]).toEqual([['mcp.example'], [GOOD]]);
});

test('a name that comes to mean another address keeps its old connections and gets no new one there', async () => {
  const held = Promise.withResolvers<void>();
  const { port, reached } = await everywhere(
    (request, response) =>
      void (request.url === '/held' ? held.promise : Promise.resolve()).then(() => response.end('hello')),
  );
  const { resolve, asked } = names([GOOD], [BAD]);
  const egress = openEgress(ONE_OPEN, resolve);
  const ask = (path: string) => said(egress.fetch(`http://mcp.example:${port}${path}`));
  expect(await ask('/')).toBe('hello');
  // A connection is free again a moment after its answer was read.
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

test('of a name with good and bad addresses only the good ones are tried', async () => {
  const [{ port, reached }, { resolve }] = [await everywhere(), names([BAD, '169.254.169.254', GOOD])];
  expect(await said(openEgress(ONE_OPEN, resolve).fetch(`http://mcp.example:${port}/`))).toBe('hello');
  expect(reached).toEqual([GOOD]);
});

test.each([
  ['169.254.169.254', 'metadata'],
  ['::ffff:169.254.169.254', 'metadata'],
  ['fe80::1', 'link-local'],
  ['64:ff9b::a9fe:a9fe', 'metadata'],
])('where everything private is open, a name that leads to %s: %s', async (address, addressClass) => {
  const asking = openEgress(ONE_MACHINE_EGRESS, names([address]).resolve).fetch('http://mcp.example/');
  await expect(asking).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE', details: { addressClass } });
});

test('an address that is plainly bad is a fault of the request, and nothing is sent', async () => {
  const [{ port, reached }, { resolve, asked }] = [await everywhere(), names([GOOD])];
  const egress = openEgress(ONE_OPEN, resolve);
  const refusal = { code: 'VALIDATION_ERROR', details: { reason: 'EGRESS_REFUSED', addressClass: 'loopback' } };
  await expect(egress.fetch(`http://${BAD}:${port}/`)).rejects.toMatchObject(refusal);
  expect(() => egress.admitted(`http://0x7f000002:${port}/`)).toThrow(expect.objectContaining(refusal));
  expect(() => egress.admitted('nowhere')).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
  expect(await said(egress.fetch(`http://${GOOD}:${port}/`))).toBe('hello');
  expect([reached, asked]).toEqual([[GOOD], []]);
});

test('a name that does not resolve fails as it always did', async () => {
  const gone = Object.assign(new Error('getaddrinfo ENOTFOUND mcp.example'), { code: 'ENOTFOUND' });
  await expect(
    openEgress(ONE_MACHINE_EGRESS, () => Promise.reject(gone)).fetch('http://mcp.example/'),
  ).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { code: 'ENOTFOUND' },
  });
});

test('an issuer that the operator trusts is trusted beside the usual ones, and nowhere else', async () => {
  const origin = await serveHttps((_request, response) => response.end('hello'));
  const { resolve } = names([GOOD]);
  await expect(openEgress(ONE_MACHINE_EGRESS, resolve).fetch(origin)).rejects.toMatchObject({
    cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  });
  const egress = openEgress({ ...ONE_MACHINE_EGRESS, ca: CERTIFICATE.cert }, resolve);
  expect(await said(egress.fetch(origin))).toBe('hello');
  await expect(egress.fetch(origin.replace('localhost', 'elsewhere.example'))).rejects.toMatchObject({
    cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' },
  });
});

test('a request may say that it is for another host, and goes where it would go otherwise, and no further', async () => {
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
