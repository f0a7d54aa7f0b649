import { WebSocket } from 'ws';
import type { TunnelGrant } from '@assay/sdk';
import { MAX_MESSAGE, serverSession, type EndReason } from '@assay/tunnel/session';
import type { OnRequest } from './forward.ts';

/**
 * The end of a connection: it was lost or never established; the token was refused; there is no relay at the address;
 * or the platform closed or replaced the tunnel.
 */
export interface ConnectionEnd {
  is: 'lost' | 'token refused' | 'no relay' | 'closed' | 'replaced';
  /** The reason, in one word. */
  why?: string;
}

const HANDSHAKE_MS = 15_000;
const endings: Record<EndReason, ConnectionEnd> = {
  closed: { is: 'closed' },
  replaced: { is: 'replaced' },
  restarting: { is: 'lost' },
};

/** Connects to the platform and answers its requests until the connection ends or `signal` aborts. */
export function dialPlatform(
  { relayWsUrl, connectToken }: Pick<TunnelGrant, 'relayWsUrl' | 'connectToken'>,
  onRequest: OnRequest,
  onOpen: () => void,
  signal: AbortSignal,
): Promise<ConnectionEnd> {
  return new Promise((resolve) => {
    const socket = new WebSocket(relayWsUrl, {
      headers: { authorization: `Bearer ${connectToken}` },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_MESSAGE,
      perMessageDeflate: false,
      followRedirects: false,
    });
    let ending: ConnectionEnd = { is: 'lost' };
    const leave = () => socket.terminate();
    signal.addEventListener('abort', leave, { once: true });
    socket.once('open', () => {
      serverSession(socket)
        .on('stream', onRequest)
        .once('goaway', (_code: number, _last: number, reason?: Uint8Array) => {
          ending = endings[String(reason ?? '') as EndReason] ?? ending;
        });
      onOpen();
    });
    socket.once('unexpected-response', (_request, response) => {
      const { statusCode } = response;
      ending = {
        is: statusCode === 401 ? 'token refused' : statusCode === 404 ? 'no relay' : 'lost',
        why: `HTTP status ${statusCode}`,
      };
      socket.terminate();
    });
    socket.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      ending = { why: code ?? message, ...ending };
    });
    socket.once('close', () => {
      signal.removeEventListener('abort', leave);
      resolve(ending);
    });
  });
}
