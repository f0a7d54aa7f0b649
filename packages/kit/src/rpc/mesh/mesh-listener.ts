import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { ServerCredentials, type Server } from '@grpc/grpc-js';
import type { Logger } from '../../log.ts';
import type { MeshCertificate } from './mesh-certificate.ts';
import { refusalLog } from '../refusal-log.ts';

/** The time limit for a handshake, in milliseconds. */
const HANDSHAKE_MS = 10_000;
/** The keys of session tickets, in bytes. */
const TICKET_KEYS_BYTES = 48;

export interface MeshListener {
  port: number;
  /** Accepts no further connection. */
  close(): void;
}

/**
 * Accepts connections over TLS for a server of the mesh. A peer without a certificate of the trusted authorities is
 * refused after the handshake, before a byte of it is read. grpc-js has such a listener, but does not tell of refusals.
 */
export async function listenForPeers(
  server: Server,
  { host, port }: { host: string; port: number },
  certificate: MeshCertificate,
  log: Logger,
): Promise<MeshListener> {
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  const noteRefused = refusalLog(log, 'a connection was refused');
  const listener = createServer({
    ...certificate.pem,
    requestCert: true,
    // Refused below, where the peer's address is known.
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
    handshakeTimeout: HANDSHAKE_MS,
  });
  listener.on('secureConnection', (socket) => {
    // The HTTP/2 session tells of the error, too.
    socket.on('error', () => undefined);
    if (!socket.authorized) noteRefused(hostOf(socket), refusalOf(socket));
    if (socket.authorized && listener.listening) injector.injectConnection(socket);
    else socket.destroy();
  });
  listener.on('tlsClientError', (error: Error & { code?: string }, socket) => {
    // Peers look whether a connection is accepted, and close it.
    if (error.code !== 'ECONNRESET') noteRefused(hostOf(socket), error.message);
  });
  const unfollow = certificate.follow((pem) => {
    listener.setSecureContext(pem);
    // A session of a peer that is trusted no longer is not resumed.
    listener.setTicketKeys(randomBytes(TICKET_KEYS_BYTES));
  });
  listener.listen(port, host);
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    close: () => {
      unfollow();
      listener.close();
    },
  };
}

const hostOf = ({ remoteAddress }: TLSSocket): string => remoteAddress ?? 'unknown';

const refusalOf = (socket: TLSSocket): string =>
  Object.keys(socket.getPeerCertificate()).length === 0
    ? 'The peer showed no certificate.'
    : `The certificate of the peer is not trusted: ${String(socket.authorizationError)}`;
