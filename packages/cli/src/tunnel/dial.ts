import { WebSocket } from 'ws';
import type { RequestHead } from '@assay/tunnel/frames';
import { MAX_FRAME } from '@assay/tunnel/frames';
import { CLOSED, Multiplex, REPLACED } from '@assay/tunnel/multiplex';
import type { TunnelStream } from '@assay/tunnel/tunnel-stream';
import type { TunnelGrant } from './platform.ts';

/** How a connection ended: it was lost, perhaps before it was there; the token was not taken; nobody takes tunnels there; or the platform wants none any more. */
export interface Ending {
  is: 'lost' | 'token refused' | 'no relay' | 'closed' | 'replaced';
  /** What stood in the way, in a word. */
  why?: string;
}

const HANDSHAKE_MS = 15_000;
/** Nothing more is wanted (RFC 6455, section 7.4.1). */
const DONE = 1000;

/** Dials the platform and answers its requests until the connection ends, which `signal` makes it do. */
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
