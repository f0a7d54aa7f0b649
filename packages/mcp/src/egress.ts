import type { FetchLike } from '@modelcontextprotocol/client';
import { Agent, fetch as undiciFetch } from 'undici';
import { invalid } from '@assay/contract/problem';

/** More than this in one HTTP response is an attack or an accident. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/**
 * One pool of keep-alive connections for all sessions. The pool's own timeouts are off because a session has a timer for
 * each request, and a tool may rightly be silent for longer than undici's five minutes.
 */
const pool = new Agent({ headersTimeout: 0, bodyTimeout: 0, maxResponseSize: MAX_RESPONSE_BYTES });

/**
 * Which addresses we may connect to: http and https, without credentials in the URL.
 * @throws Problem VALIDATION_ERROR for any other address.
 */
export function admitted(url: string | URL): URL {
  const parsed = URL.parse(String(url));
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw invalid('An MCP server must have an http:// or https:// address.');
  if (parsed.username || parsed.password) throw invalid('Put credentials into a header, not into the address of the server.');
  return parsed;
}

/** `fetch` for everything that leaves this package. */
export const outbound: FetchLike = async (url, init) =>
  undiciFetch(admitted(url), { ...init, dispatcher: pool } as Parameters<typeof undiciFetch>[1]);
