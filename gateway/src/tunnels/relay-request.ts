import { constants, type ClientHttp2Stream } from 'node:http2';
import type { Request, Response } from 'express';
import { endToEndHeaders, withoutFramingHeaders } from '@assay/tunnel/headers';
import { passBody, TunnelCut } from '@assay/tunnel/session';
import { tunnelFault, type TunnelFault } from './fault.ts';
import type { TunnelConnection } from './tunnel-connection.ts';

/**
 * A request is given up after this long without a byte in either direction, in milliseconds; no tool may take longer.
 */
const IDLE_MS = 15 * 60_000;

/** Sends a request through a tunnel, and the answer to the sender; bodies are streamed. */
export function relayRequest(connection: TunnelConnection, req: Request, res: Response): void {
  if (connection.isClosed) return tunnelFault(res, 'not-connected');
  const at = req.url.indexOf('?');
  const stream = connection.request({
    ...endToEndHeaders(req.headers),
    ':method': req.method,
    ':path': `/${at < 0 ? '' : req.url.slice(at)}`,
  });
  if (!stream) return tooManyRelays(res);
  // With an error: a stream that is closed without one would end its body as if it were complete.
  const giveUp = () => void stream.destroy(new TunnelCut('The request was cancelled.'));
  req.setTimeout(IDLE_MS, giveUp);
  res.once('close', () => {
    giveUp();
    // The reply may come before the request is fully read; the rest would block the next request of this connection.
    req.unpipe(stream);
    req.resume();
  });
  stream
    .on('error', () => undefined)
    .once('response', ({ ':status': status = 0, ...headers }) => {
      if (status < 200 || status > 599) {
        tunnelFault(res, 'malformed');
        return giveUp();
      }
      res.writeHead(status, withoutFramingHeaders(headers));
      // Sends the headers at once: an event stream's first event may come late.
      res.flushHeaders();
      passBody(stream, res);
    })
    .once('close', () => {
      if (!res.headersSent && !res.destroyed) tunnelFault(res, faultOf(stream));
    });
  req.pipe(stream);
}

/** Refuses a request that there is no room for. */
export function tooManyRelays(res: Response): void {
  res.status(503).set('Retry-After', '5').type('text').send('Too many requests are on their way through the tunnel.\n');
}

/** The reason why a stream had no response. */
function faultOf({ rstCode }: ClientHttp2Stream): TunnelFault {
  if (rstCode === constants.NGHTTP2_CONNECT_ERROR) return 'unreachable';
  return rstCode === constants.NGHTTP2_PROTOCOL_ERROR ? 'malformed' : 'not-connected';
}
