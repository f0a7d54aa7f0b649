import {
  Client, SSEClientTransport, StreamableHTTPClientTransport, type ClientOptions, type JsonSchemaValidator, type jsonSchemaValidator,
} from '@modelcontextprotocol/client';
import type { Dialect } from './dialects.ts';
import type { Exchange } from './exchange.ts';
import type { Link } from './link.ts';
import type { Target } from './target.ts';
import { openWire, MAX_RESUMES, type TransportKind } from './wire.ts';
import type { OnWire } from './wire-message.ts';

const CLIENT_INFO = { name: 'assay', title: 'Assay', version: '0.1.0' };
const NEWEST = '2026-07-28';
const RECONNECTION = { initialReconnectionDelay: 1_000, maxReconnectionDelay: 30_000, reconnectionDelayGrowFactor: 1.5, maxRetries: MAX_RESUMES };

export type Connection = Pick<Link, 'client' | 'transport' | 'wire'> & { kind: TransportKind };

export interface Attempt {
  target: Target;
  url: URL;
  traceparent: string | undefined;
  onWire: OnWire | undefined;
  exchange: Exchange;
  timeoutMs: number;
  /** Aborts when nobody waits for the connection any more. */
  signal: AbortSignal;
}

/** Connects as `dialect` says, or finds out how: the newest revision first, then `initialize`, then the older transport. */
export async function handshake(attempt: Attempt, dialect: Dialect | undefined): Promise<Connection> {
  if (dialect === 'sse') return open(attempt, 'sse');
  try {
    return await open(attempt, 'streamable-http', dialect);
  } catch (error) {
    const refusal = attempt.exchange.refusal;
    if (attempt.signal.aborted || !wantsOlderTransport(attempt)) throw error;
    try {
      return await open(attempt, 'sse');
    } catch (fallbackError) {
      if (attempt.signal.aborted || [401, 403].includes(attempt.exchange.refusal?.status ?? 0)) throw fallbackError;
      // That the older transport is not there either says less than how the newer one was refused.
      attempt.exchange.refusal = refusal;
      throw error;
    }
  }
}

/** The rule of the specification (2025-11-25, Transports, Backwards Compatibility), for any 4xx that is not about who we are. */
function wantsOlderTransport({ target, exchange: { method, refusal } }: Attempt): boolean {
  if (method !== 'initialize' || !refusal || (target.protocolVersion ?? '') >= NEWEST) return false;
  return refusal.status >= 400 && refusal.status < 500 && ![401, 403].includes(refusal.status);
}

async function open({ target, url, traceparent, onWire, exchange, timeoutMs, signal }: Attempt, kind: TransportKind, dialect?: Dialect): Promise<Connection> {
  const wire = openWire(kind, exchange.startedAt, target.egress, onWire);
  const options = { fetch: wire.fetch, requestInit: { headers: { ...target.headers, ...(traceparent && { traceparent }) } } };
  const transport = kind === 'sse'
    ? new SSEClientTransport(url, options)
    : new StreamableHTTPClientTransport(url, { ...options, reconnectionOptions: RECONNECTION });
  const client = new Client(CLIENT_INFO, clientOptions(target.protocolVersion, kind === 'sse' || dialect === 'legacy'));
  const stop = () => void transport.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.connect(transport, { timeout: timeoutMs });
    return { client, transport, wire, kind };
  } catch (error) {
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    wire.forget(exchange);
  }
}

/** Results are passed on as they are, so the client must not hold them against a tool's output schema. */
const acceptsAll: jsonSchemaValidator = {
  getValidator: <T>(): JsonSchemaValidator<T> => (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
};

function clientOptions(pinned: string | undefined, legacy: boolean): ClientOptions {
  const base: ClientOptions = { jsonSchemaValidator: acceptsAll };
  if (pinned === undefined) return legacy ? base : { ...base, versionNegotiation: { mode: 'auto' } };
  if (pinned >= NEWEST) return { ...base, versionNegotiation: { mode: { pin: pinned } } };
  return { ...base, supportedProtocolVersions: [pinned] };
}
