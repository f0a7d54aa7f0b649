import { WebSocket } from 'ws';
import type { RequestHead } from '@assay/tunnel/frames';
import { MAX_FRAME } from '@assay/tunnel/frames';
import { CLOSED, Multiplex, REPLACED } from '@assay/tunnel/multiplex';
import type { TunnelStream } from '@assay/tunnel/tunnel-stream';
import type { TunnelGrant } from './platform.ts';

/**
 * The end of a connection: it was lost or never established; the token was refused; there is no relay at the address;
 * or the platform closed or replaced the tunnel.
 */
export interface Ending {
  is: 'lost' | 'token refused' | 'no relay' | 'closed' | 'replaced';
  /** The reason, in one word. */
  why?: string;
}

const HANDSHAKE_MS = 15_000;
/** Normal closure (RFC 6455, section 7.4.1). */
const DONE = 1000;

/** Connects to the platform and answers its requests until the connection ends or `signal` aborts. */
export function dial(
  { relayWsUrl, connectToken }: TunnelGrant,
  onRequest: (head: RequestHead, stream: TunnelStream) => void,
  onOpen: () => void,
  signal: AbortSignal,
): Promise<Ending> {
  return new Promise((resolve) => {
    const socket = new WebSocket(relayWsUrl, {
      headers: { authorization: `Bearer ${connectToken}` },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_FRAME,
      perMessageDeflate: false,
      followRedirects: false,
    });
    let ending: Ending = { is: 'lost' };
    let line: Multiplex | undefined;
    const leave = () => (line ? line.close(DONE) : socket.terminate());
    signal.addEventListener('abort', leave, { once: true });
    socket.once('open', () => {
      line = new Multiplex(socket, onRequest);
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
    socket.once('close', (code) => {
      signal.removeEventListener('abort', leave);
      resolve(code === CLOSED ? { is: 'closed' } : code === REPLACED ? { is: 'replaced' } : ending);
    });
  });
}
