import { Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { Transform, pipeline } from 'node:stream';
import type { Headers, RequestHead } from '@assay/tunnel/frames';
import { travelling, unframed } from '@assay/tunnel/headers';
import type { TunnelStream } from '@assay/tunnel/tunnel-stream';

/** The log entry of one request; it holds no headers and no bodies, which may contain secrets. */
export interface Passed {
  method: string;
  outcome: string;
  bytes: number;
  ms: number;
}

/**
 * The allowed methods, and whether a request with the method has a body. A body that is not expected, or is longer
 * than announced, would be read by the server as a second request.
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
export function forwarder(url: URL, tell: (passed: Passed) => void): (head: RequestHead, stream: TunnelStream) => void {
  const secure = url.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  return ({ method, query, headers }, stream) => {
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
    const giveUp = (outcome: string) => {
      stream.destroy();
      if (!isSettled) told(outcome);
      isSettled = true;
    };
    if (hasBody === undefined) return giveUp('is no request');
    const length = hasBody ? lengthOf(headers) : undefined;
    const sentHeaders = {
      ...unframed(headers),
      ...(length !== undefined && { 'content-length': String(length) }),
      host: url.host,
    };
    const options = {
      method,
      agent,
      headers: sentHeaders,
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: pathWith(url, query),
    };
    const answered = (response: IncomingMessage) => {
      isSettled = true;
      stream.respond({ status: response.statusCode!, headers: travelling(response.headers) });
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      pipeline(response, stream, (error) =>
        told(error ? `${response.statusCode} cut off` : String(response.statusCode)),
      );
    };
    try {
      const sent = (secure ? overHttps : overHttp)(options, answered);
      sent.once('error', (error: NodeJS.ErrnoException) => {
        if (stream.destroyed || isSettled) return;
        isSettled = true;
        stream.respond({ fault: 'unreachable' });
        stream.end();
        told(`the server cannot be reached (${error.code ?? 'failed'})`);
      });
      // The server closed the connection without an answer, or asked to switch protocols.
      sent.once('close', () => {
        if (!isSettled) giveUp(stream.destroyed ? 'was given up' : 'is not answered');
      });
      stream.once('close', () => sent.destroy());
      if (hasBody) {
        stream
          .pipe(exactly(length))
          .once('error', () => giveUp('is no request'))
          .pipe(sent);
      } else {
        sent.end();
        stream.resume();
      }
    } catch {
      // A header that HTTP does not allow.
      giveUp('is no request');
    }
  };
}

/** The announced length of the body; undefined when the headers announce none, or several. */
function lengthOf(headers: Headers): number | undefined {
  const said = Object.entries(headers).flatMap(([name, value]) =>
    name.toLowerCase() === 'content-length' ? [value] : [],
  );
  return said.length === 1 && typeof said[0] === 'string' && /^\d{1,15}$/.test(said[0]) ? Number(said[0]) : undefined;
}

/** Adds the query of a request to the query of the server's URL. */
function pathWith({ pathname, search }: URL, query: string): string {
  const more = /^\?[\x21-\x7e]*$/.test(query) ? query.slice(1) : '';
  return `${pathname}${search}${more && (search ? `&${more}` : `?${more}`)}`;
}

/** Lets a body of `length` bytes through, and fails for any that is longer or shorter; a body of any length when that is undefined. */
function exactly(length: number | undefined): Transform {
  let left = length ?? Infinity;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      if (left < 0) done(new Error('The body is longer than announced.'));
      else done(null, chunk);
    },
    flush(done) {
      done(length === undefined || left === 0 ? null : new Error('The body is shorter than announced.'));
    },
  });
}
