import { Agent, fetch as undiciFetch } from 'undici';
import { invalid } from '@assay/contract/problem';
import type { EgressSettings } from './settings.ts';

/** More than this in one HTTP response is an attack or an accident. A little less than a message of our mesh may carry. */
export const MAX_RESPONSE_BYTES = 60 * 1024 * 1024;

/**
 * One pool of keep-alive connections for all sessions. The pool's own timeouts are off because a session has a timer for
 * each request, and a tool may rightly be silent for longer than undici's five minutes.
 */
const pool = new Agent({ headersTimeout: 0, bodyTimeout: 0, maxResponseSize: MAX_RESPONSE_BYTES });

/**
 * Which addresses we may connect to: http and https, without credentials in the URL.
 * @throws Problem VALIDATION_ERROR for any other address.
 */
function admitted(url: string | URL): URL {
  const parsed = URL.parse(String(url));
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw invalid('An MCP server must have an http:// or https:// address.');
  if (parsed.username || parsed.password) throw invalid('Put credentials into a header, not into the address of the server.');
  return parsed;
}

/** The one way out: every request to an address that somebody else chose goes through it. */
export interface Egress {
  /** @throws Problem VALIDATION_ERROR for an address that may not be gone to, whatever it resolves to. */
  admitted(url: string | URL): URL;
  /** `fetch` under the policy. */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
}

export const openEgress = (_settings: EgressSettings): Egress => ({
  admitted,
  fetch: async (url, init) => {
    const response = await undiciFetch(admitted(url), { ...init, dispatcher: pool } as Parameters<typeof undiciFetch>[1]) as Response;
    // The pool counts what crosses the wire; a few kilobytes of gzip can unfold to gigabytes.
    return response.body && response.headers.has('content-encoding') ? capped(response, response.body) : response;
  },
});

function capped({ status, statusText, headers }: Response, body: ReadableStream<Uint8Array>): Response {
  let bytes = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_RESPONSE_BYTES) controller.error(new RangeError('The response is too large.'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(count), { status, statusText, headers });
}
