import {
  connect,
  constants,
  performServerHandshake,
  type ClientHttp2Session,
  type Http2Session,
  type Http2Stream,
  type ServerHttp2Session,
} from 'node:http2';
import type { Duplex, Writable } from 'node:stream';
import { createWebSocketStream, type WebSocket } from 'ws';

/**
 * Why the gateway ends a session, in the debug data of its GOAWAY frame. The client dials again only after
 * `restarting`.
 */
export type EndReason = 'closed' | 'replaced' | 'restarting';

/** At most this many concurrent requests. */
export const MAX_STREAMS = 256;
/** The window of each direction of a request: at most this many unread bytes are in flight. */
export const STREAM_WINDOW = 256 * 1024;
/** The largest message of the WebSocket, in bytes. */
export const MAX_MESSAGE = 256 * 1024;

/** The largest head of a request or of a response, in bytes; each header counts 32 more, as in HTTP/2. */
const MAX_HEAD = 128 * 1024;
const PING_MS = 15_000;

const options = {
  settings: {
    enablePush: false,
    initialWindowSize: STREAM_WINDOW,
    maxConcurrentStreams: MAX_STREAMS,
    maxHeaderListSize: MAX_HEAD,
  },
  maxHeaderListPairs: 2_000,
  maxSendHeaderBlockLength: MAX_HEAD,
  // In megabytes: every stream may have a full window waiting to be sent.
  maxSessionMemory: 128,
  maxOutstandingPings: 4,
};
/** Only the window of a stream makes a sender wait; the session's window is renewed at once. */
const SESSION_WINDOW = 4 * 1024 * 1024;

/** The connection of the tunnel is lost, or one side cancels a request. */
export class TunnelCut extends Error {
  override readonly name = 'TunnelCut';
}

/** The gateway's end of a tunnel: it sends requests. */
export const clientSession = (socket: WebSocket, pingMs = PING_MS): ClientHttp2Session =>
  bound(socket, pingMs, (bytes) =>
    connect('http://tunnel', {
      ...options,
      peerMaxConcurrentStreams: MAX_STREAMS,
      createConnection: () => bytes,
    }),
  );

/** The end of the machine that dialled: it answers requests. A gateway may cancel several at once. */
export const serverSession = (socket: WebSocket, pingMs = PING_MS): ServerHttp2Session =>
  bound(socket, pingMs, (bytes) =>
    performServerHandshake(bytes, { ...options, streamResetBurst: 10_000, streamResetRate: 1_000 }),
  );

/**
 * Session and socket end together. A socket without data between two pings is lost, and so is one with several
 * unanswered pings: an answer may wait behind bodies for a while.
 */
function bound<S extends Http2Session>(socket: WebSocket, pingMs: number, open: (bytes: Duplex) => S): S {
  // Registered before the stream's own listener, which would end pending requests as if they were complete.
  socket.once('close', () => {
    clearInterval(pings);
    session.destroy(new TunnelCut('The tunnel was cut.'));
  });
  const bytes = createWebSocketStream(socket);
  bytes.on('error', () => socket.terminate());
  const session = open(bytes);
  session.on('error', () => undefined).once('close', () => socket.terminate());
  session.setLocalWindowSize(SESSION_WINDOW);
  let isAlive = true;
  socket.on('message', () => {
    isAlive = true;
  });
  const pings = setInterval(() => {
    if (!isAlive || session.destroyed || !session.ping(() => undefined)) return socket.terminate();
    isAlive = false;
  }, pingMs);
  return session;
}

/** Pipes the body of a stream. A body that is cut off destroys its target, so that it never looks complete. */
export function passBody(from: Http2Stream, to: Writable): void {
  from.pipe(to, { end: false });
  from.once('end', () => (from.rstCode === constants.NGHTTP2_NO_ERROR ? to.end() : to.destroy()));
  from.once('close', () => {
    if (!from.readableEnded) to.destroy();
  });
}
