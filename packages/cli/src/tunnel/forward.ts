import { Agent as HttpAgent, request as overHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as overHttps } from 'node:https';
import { pipeline } from 'node:stream';
import type { RequestHead } from '@assay/tunnel/frames';
import { travelling } from '@assay/tunnel/headers';
import type { TunnelStream } from '@assay/tunnel/tunnel-stream';

/** What is told of one request: neither headers nor bodies, which may hold secrets. */
export interface Passed { method: string; outcome: string; bytes: number; ms: number }

/** Hands requests of the platform to the server at `url`, and to nothing else. */
export function forwarder(url: URL, tell: (passed: Passed) => void): (head: RequestHead, stream: TunnelStream) => void {
  const secure = url.protocol === 'https:';
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  return ({ method, query, headers }, stream) => {
    const startedAt = performance.now();
    let bytes = 0;
    let hasAnswered = false;
    const told = (outcome: string) => tell({ method, outcome, bytes, ms: Math.round(performance.now() - startedAt) });
    const options = { method, agent, headers: { ...travelling(headers), host: url.host }, protocol: url.protocol, hostname: url.hostname.replace(/^\[|\]$/g, ''), port: url.port, path: pathWith(url, query) };
    const answered = (response: IncomingMessage) => {
      hasAnswered = true;
      stream.respond({ status: response.statusCode!, headers: travelling(response.headers) });
      response.on('data', (chunk: Buffer) => { bytes += chunk.length; });
      pipeline(response, stream, (error) => told(error ? `${response.statusCode} cut off` : String(response.statusCode)));
    };
    try {
      const sent = (secure ? overHttps : overHttp)(options, answered);
      sent.once('error', (error: NodeJS.ErrnoException) => {
        if (stream.destroyed || hasAnswered) return;
        stream.respond({ fault: 'unreachable' });
        stream.end();
        told(`the server cannot be reached (${error.code ?? 'failed'})`);
      });
      stream.once('close', () => sent.destroy());
      stream.pipe(sent);
    } catch {
      // A method or a header that HTTP does not know.
      stream.destroy();
      told('is no request');
    }
  };
}

/** The query of a request joins the one that the address has. */
function pathWith({ pathname, search }: URL, query: string): string {
  const more = /^\?[\x21-\x7e]*$/.test(query) ? query.slice(1) : '';
  return `${pathname}${search}${more && (search ? `&${more}` : `?${more}`)}`;
}
