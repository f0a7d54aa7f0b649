import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import {
  EXPIRED_CERTIFICATE,
  UNKNOWN_ISSUER_CERTIFICATE,
  WRONG_HOST_CERTIFICATE,
} from '../certificates/bad-certificates.ts';
import type { BrokenServer } from './broken-server.ts';
import { TEST_CERTIFICATE } from '../certificates/certificate.ts';
import { listenLocally } from '../listen.ts';

type Broken = Omit<BrokenServer, 'check' | 'code'>;

const nowhere = (url: string) => async () => ({ url, stop: async () => {} });

/** A TCP server that handles every connection with `handle`. */
async function sockets(scheme: 'http' | 'https', handle: (socket: Socket) => void, tls?: TlsOptions) {
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket.on('error', () => {}).on('close', () => open.delete(socket)));
    handle(socket);
  };
  const server = (tls ? createTlsServer(tls, keep).on('tlsClientError', () => {}) : createServer(keep)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const onRequest = (act: (socket: Socket) => void) => (socket: Socket) => void socket.once('data', () => act(socket));
const certified = (certificate: TlsOptions) => () => sockets('https', (socket) => void socket.resume(), certificate);

async function closedPort() {
  const { origin, stop } = await listenLocally(() => {});
  await stop();
  return { url: `${origin}/mcp`, stop: async () => {} };
}

async function plainHttp() {
  const { origin, stop } = await listenLocally((_request, response) => response.end('hello'));
  return { url: `${origin.replace('http:', 'https:')}/mcp`, stop };
}

const connections: Broken[] = [
  {
    name: 'a host name that does not exist',
    cause: 'name_not_resolved',
    start: nowhere('http://no-such-host.invalid/mcp'),
  },
  { name: 'a port that no client may use', cause: 'port_forbidden', start: nowhere('http://127.0.0.1:6000/mcp') },
  { name: 'an address without a listener', cause: 'connection_refused', start: closedPort },
  {
    name: 'a reset connection',
    cause: 'connection_reset',
    start: () =>
      sockets(
        'http',
        onRequest((socket) => socket.resetAndDestroy()),
      ),
  },
  {
    name: 'a connection closed without an answer',
    cause: 'connection_closed',
    start: () =>
      sockets(
        'http',
        onRequest((socket) => socket.end()),
      ),
  },
  { name: 'https to a plain HTTP server', cause: 'tls_not_spoken', start: plainHttp },
  { name: 'http to a TLS server', cause: 'tls_required', start: () => sockets('http', () => {}, TEST_CERTIFICATE) },
  {
    name: 'a TLS connection that breaks off',
    cause: 'tls_failed',
    start: () =>
      sockets(
        'https',
        onRequest((socket) => socket.destroy()),
      ),
  },
  { name: 'an expired certificate', cause: 'certificate_expired', start: certified(EXPIRED_CERTIFICATE) },
  { name: 'a certificate for another host', cause: 'certificate_wrong_host', start: certified(WRONG_HOST_CERTIFICATE) },
  {
    name: 'a certificate of an unknown issuer',
    cause: 'certificate_unknown_issuer',
    start: certified(UNKNOWN_ISSUER_CERTIFICATE),
  },
  { name: 'a self-signed certificate', cause: 'certificate_self_signed', start: certified(TEST_CERTIFICATE) },
  {
    name: 'an answer that is not HTTP',
    cause: 'http_not_spoken',
    start: () =>
      sockets(
        'http',
        onRequest((socket) => socket.end('220 mail.example ESMTP\r\n')),
      ),
  },
];

/** Faults before the first HTTP answer. */
export const brokenConnections: BrokenServer[] = [
  ...connections.map((broken): BrokenServer => ({ ...broken, check: 'probe', code: 'SERVER_UNREACHABLE' })),
  {
    name: 'a TLS handshake that never ends',
    cause: 'connect_timeout',
    check: 'probe',
    code: 'TIMEOUT',
    start: () => sockets('https', (socket) => void socket.resume()),
  },
  {
    name: 'the metadata address of a cloud',
    cause: 'egress_refused',
    check: 'probe',
    code: 'VALIDATION_ERROR',
    start: nowhere('http://169.254.169.254/mcp'),
  },
];
