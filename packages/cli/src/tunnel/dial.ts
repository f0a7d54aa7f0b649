import { WebSocket } from 'ws';
import type { RequestHead } from '@assay/tunnel/frames';
import { MAX_FRAME } from '@assay/tunnel/frames';
import { CLOSED, Multiplex, REPLACED } from '@assay/tunnel/multiplex';
import type { TunnelStream } from '@assay/tunnel/tunnel-stream';
import type { Grant } from './platform.ts';

/** How a connection ended: it was lost, the token was not taken, or the platform wants none any more. */
export type Ending = 'lost' | 'token refused' | 'closed' | 'replaced';

const HANDSHAKE_MS = 15_000;
/** Nothing more is wanted (RFC 6455, section 7.4.1). */
const DONE = 1000;

/** Dials the platform and answers its requests until the connection ends, which `signal` makes it do. */
export function dial({ relayWsUrl, connectToken }: Grant, onRequest: (head: RequestHead, stream: TunnelStream) => void, onOpen: () => void, signal: AbortSignal): Promise<Ending> {
  return new Promise((resolve) => {
    const socket = new WebSocket(relayWsUrl, { headers: { authorization: `Bearer ${connectToken}` }, handshakeTimeout: HANDSHAKE_MS, maxPayload: MAX_FRAME, perMessageDeflate: false, followRedirects: false });
    let ending: Ending = 'lost';
    let line: Multiplex | undefined;
    const leave = () => (line ? line.close(DONE) : socket.terminate());
    signal.addEventListener('abort', leave, { once: true });
    socket.once('open', () => {
      line = new Multiplex(socket, onRequest);
      onOpen();
    });
    socket.once('unexpected-response', (_request, response) => {
      if (response.statusCode === 401) ending = 'token refused';
      socket.terminate();
    });
    socket.on('error', () => undefined);
    socket.once('close', (code) => {
      signal.removeEventListener('abort', leave);
      resolve(code === CLOSED ? 'closed' : code === REPLACED ? 'replaced' : ending);
    });
  });
}
