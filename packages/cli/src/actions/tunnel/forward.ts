import { Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { pipeline } from 'node:stream';
import { endToEndHeaders, withoutFramingHeaders } from '@assay/tunnel/headers';
import { passBody, TunnelCut } from '@assay/tunnel/session';

export type OnRequest = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/** The log entry of one request; it holds no headers and no bodies, which may contain secrets. */
export interface ForwardedRequest {
  method: string;
  outcome: string;
  bytes: number;
  ms: number;
}

/**
 * The allowed methods, and whether a request with the method has a body. The server would read a body that it does not
 * expect as a second request.
 */
const METHODS: ReadonlyMap<string, boolean> = new Map([
  ['GET', false],
  ['HEAD', false],
  ['OPTIONS', false],
  ['DELETE', false],
  ['POST', true],
  ['PUT', true],
  ['PATCH', true],
]);

/** Forwards requests of the platform to the server at `url`, and to no other server. */
export function requestForwarder(url: URL, tell: (passed: ForwardedRequest) => void): OnRequest {
  const secure = url.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  return (stream, { ':method': method = '', ':path': path = '', ...headers }) => {
    const startedAt = performance.now();
    let bytes = 0;
    let isSettled = false;
    const hasBody = METHODS.get(method);
    const told = (outcome: string) =>
      tell({
        method: hasBody === undefined ? '?' : method,
        outcome,
        bytes,
        ms: Math.round(performance.now() - startedAt),
      });
    const settle = (outcome: string) => {
      if (!isSettled) told(outcome);
      isSettled = true;
    };
    const giveUp = (outcome: string) => {
      settle(outcome);
      // With an error, because a stream that is closed without one ends its body as if it were complete.
      stream.destroy(new TunnelCut(outcome));
    };
    stream.on('error', () => undefined);
    if (hasBody === undefined) return giveUp('is not a request');
    const answered = (response: IncomingMessage) => {
      try {
        stream.respond({ ...withoutFramingHeaders(response.headers), ':status': response.statusCode! });
      } catch {
        // A status that HTTP/2 does not know.
        return giveUp('is not answered');
      }
      isSettled = true;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      pipeline(response, stream, (error) =>
        told(error ? `${response.statusCode} cut off` : String(response.statusCode)),
      );
    };
    const sent = (secure ? overHttps : overHttp)(
      {
        method,
        agent,
        // HTTP/2 holds a body to the length that is announced for it.
        headers: { ...(hasBody ? endToEndHeaders(headers) : withoutFramingHeaders(headers)), host: url.host },
        protocol: url.protocol,
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port,
        path: pathWith(url, path.replace(/^[^?]*/, '')),
      },
      answered,
    );
    sent.once('error', (error: NodeJS.ErrnoException) => {
      if (stream.destroyed || isSettled) return;
      settle(`the server cannot be reached (${error.code ?? 'failed'})`);
      stream.close(constants.NGHTTP2_CONNECT_ERROR);
    });
    // It hung up without an answer, or would rather speak another protocol.
    sent.once('close', () => {
      if (!isSettled) giveUp(stream.destroyed ? 'was cancelled' : 'is not answered');
    });
    stream.once('close', () => sent.destroy());
    if (hasBody) {
      passBody(stream, sent);
    } else {
      sent.end();
      stream.resume();
    }
  };
}

/** Adds the query of a request to the query of the server's URL. */
function pathWith({ pathname, search }: URL, query: string): string {
  const more = /^\?[\x21-\x7e]*$/.test(query) ? query.slice(1) : '';
  return `${pathname}${search}${more && (search ? `&${more}` : `?${more}`)}`;
}
