import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { connect as tcp, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '@assay/testkit/until';
import { END_STREAM, http2Frame, headersFrame } from '@assay/testkit/http2-frames';
import {
  askTunnel,
  dialIn,
  testGateways,
  dialGateway,
  peerProof,
  relayState,
  tunnelSlug,
  tunnelToken,
  type OnRequest,
} from './tunnel-gateways.ts';

/** A keep-alive connection to a gateway, and the text that came back over it. */
function line(at: 0 | 1): Socket & { heard: string; ask(body?: string): void } {
  const socket = Object.assign(tcp(Number(new URL(testGateways[at].url).port), '127.0.0.1'), {
    heard: '',
    ask: (body = '{}') =>
      socket.write(
        `POST /tunnels/${tunnelSlug} HTTP/1.1\r\nhost: x\r\nassay-tunnel-proof: ${peerProof()}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ),
  });
  socket.on('data', (bytes) => {
    socket.heard += bytes.toString();
  });
  socket.on('error', () => undefined);
  return socket;
}

/** A peer that dials in and answers the first request with these frames. */
async function answering(...frames: Buffer[]): Promise<void> {
  const socket = dialGateway(testGateways[0]);
  await once(socket, 'open');
  let isAsked = false;
  socket.send(http2Frame('settings', 0));
  socket.on('message', (bytes: Buffer) => {
    // The first message begins with the preface; the http2Frame of a request's headers has the type 1.
    if (isAsked || bytes[3] !== 1) return;
    isAsked = true;
    for (const each of frames) socket.send(each);
  });
}

test.each([0, 1] as const)(
  'an answer longer than announced does not answer the next request (gateway %d)',
  async (at) => {
    let count = 0;
    const forge: OnRequest = (stream) => {
      if (count++ > 0) {
        stream.respond();
        stream.end('the true answer');
        return;
      }
      stream.respond({ 'content-length': '2' });
      stream.write('{}');
      stream.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nFORGED');
    };
    await dialIn(forge);
    const socket = line(at);
    const closed = once(socket, 'close');
    socket.ask();
    // The tunnel is cut together with the connection, so the next request needs another one.
    await closed;
    expect(socket.heard).not.toMatch(/content-length|FORGED/i);
    await waitUntil(() => relayState.attachmentId === '');
    await dialIn(forge);
    const next = line(at);
    next.ask();
    await waitUntil(() => next.heard.includes('the true answer'));
    expect(next.heard).not.toContain('FORGED');
    next.destroy();
  },
);

test.each([0, 1] as const)('an answer that looks like two is the body of one (gateway %d)', async (at) => {
  const first = Promise.withResolvers<ServerHttp2Stream>();
  let count = 0;
  await dialIn((stream) => {
    stream.respond();
    if (count++ > 0) stream.end('the true answer');
    else {
      stream.write('{}');
      first.resolve(stream);
    }
  });
  const socket = line(at);
  socket.ask();
  const stream = await first.promise;
  await waitUntil(() => socket.heard.includes('{}'));
  socket.ask();
  stream.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nFORGED');
  await waitUntil(() => socket.heard.includes('the true answer'));
  // All of it is a piece of the first body.
  expect(socket.heard).toMatch(
    /^HTTP\/1\.1 200 OK\r\n(?!content-length)[\s\S]*transfer-encoding: chunked[\s\S]*\r\n2\r\n\{\}\r\n2c\r\nHTTP\/1\.1 200/i,
  );
  expect(socket.heard.split('\r\n').filter((each) => /^content-length/i.test(each))).toEqual(['content-length: 6']);
  socket.destroy();
});

test('an early answer leaves neither a waiting stream nor a waiting connection', async () => {
  const { busy } = await dialIn((stream) => {
    stream.respond({ ':status': 413 });
    stream.end('too large');
  });
  const socket = line(0);
  for (let asked = 1; asked <= 3; asked++) {
    socket.ask('x'.repeat(1_000_000));
    await waitUntil(() => socket.heard.split('too large').length === asked + 1);
    await waitUntil(() => busy() === 0);
  }
  expect(socket.heard.match(/HTTP\/1\.1 413/g)).toHaveLength(3);
  socket.destroy();
});

test.each<[string, [string, string][]]>([
  ['a status that is no answer', [[':status', '999']]],
  ['no status', [['x-fine', '1']]],
  [
    'a header of its own connection',
    [
      [':status', '200'],
      ['connection', 'x-fine'],
    ],
  ],
])('an answer with %s is told apart from a cut tunnel', async (_, headers) => {
  await answering(headersFrame(1, headers));
  const response = await askTunnel();
  expect([response.status, response.headers.get('assay-tunnel-fault'), response.headers.get('x-fine')]).toEqual([
    502,
    'malformed',
    null,
  ]);
});

test.each<[string, [string, string]]>([
  ['a control character', ['x-bad', 'w\u00f6rld \u0001']],
  ['a name that is none', ['x bad', '1']],
  ['two lines', ['x-bad', 'a\r\nb: c']],
])('a header with %s is not passed on', async (_, header) => {
  await answering(headersFrame(1, [[':status', '200'], ['x-fine', '1'], header], END_STREAM));
  const response = await askTunnel();
  expect([
    response.status,
    response.headers.get('x-fine'),
    response.headers.get('x-bad'),
    response.headers.get('b'),
  ]).toEqual([200, '1', null, null]);
});

test('a request for another protocol is answered in HTTP/1.1', async () => {
  const upgrading = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' };
  const [response] = (await once(
    request(`${testGateways[0].url}/healthz`, { headers: upgrading }).end(),
    'response',
  )) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(200);
});

test('an invalid handshake does not take the tunnel from its connection', async () => {
  await dialIn();
  const before = relayState.count;
  const headers = { authorization: `Bearer ${tunnelToken('g')}`, connection: 'Upgrade', upgrade: 'websocket' };
  const [response] = (await once(
    request(`${testGateways[0].url}/api/v1/tunnels/connect`, { headers }).end(),
    'response',
  )) as [IncomingMessage];
  response.resume();
  expect([response.statusCode, relayState.count]).toEqual([400, before]);
});

const refusedWith = async (letter: string): Promise<number | undefined> => {
  const [, response] = (await once(
    dialGateway(testGateways[1], `Bearer ${tunnelToken(letter)}`),
    'unexpected-response',
  )) as [unknown, IncomingMessage];
  return response.statusCode;
};

test('a refused token is not looked up again, and repeated dials are limited', async () => {
  const before = relayState.refused;
  expect([await refusedWith('y'), await refusedWith('y'), relayState.refused]).toEqual([401, 401, before + 1]);
  const statuses = await Promise.all(
    Array.from({ length: 100 }, (_, i) => refusedWith(String.fromCharCode(65 + (i % 20)))),
  );
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(relayState.refused).toBeLessThan(before + 30);
});

test('a dead gateway is given up after a time limit', async () => {
  // It listens but never accepts; once its backlog is full, nothing is answered.
  const deaf = spawn(process.execPath, [
    '-e',
    "const s = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => { require('fs').writeSync(1, String(s.address().port)); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); })",
  ]);
  const [port] = (await once(deaf.stdout, 'data')) as [Buffer];
  const fillers = Array.from({ length: 6 }, () =>
    tcp(Number(port.toString()), '127.0.0.1').on('error', () => undefined),
  );
  await delay(0);
  Object.assign(relayState, { attachmentId: 'attach_x', relayUrl: `http://127.0.0.1:${port.toString()}` });
  try {
    const response = await askTunnel({ signal: AbortSignal.timeout(20_000) });
    expect([response.status, response.headers.get('assay-tunnel-fault')]).toEqual([502, 'not-connected']);
  } finally {
    relayState.attachmentId = '';
    for (const each of fillers) each.destroy();
    deaf.kill('SIGKILL');
  }
});
