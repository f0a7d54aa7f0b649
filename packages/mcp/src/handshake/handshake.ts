import {
  Client,
  SdkErrorCode,
  SSEClientTransport,
  type ClientCapabilities,
  type ClientOptions,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/client';
import type { ServerRequestAnswers } from '../requests/answers.ts';
import { capabilitiesOf, serveFeatures, type OnLog } from './client-features.ts';
import { OTHER_ORIGIN } from '../diagnosis/codes.ts';
import type { ServerDialect } from './dialects.ts';
import { endSession } from '../end-session.ts';
import { evidenceOf } from '../diagnosis/evidence.ts';
import type { WireExchange } from '../transport/exchange.ts';
import type { SessionConnection, TransportKind } from '../session-connection.ts';
import { withAccessToken } from '../oauth/authorized.ts';
import type { ServerTarget } from '../target.ts';
import { programOf } from '../stdio/stdio-rules.ts';
import { StdioTransport } from '../stdio/stdio-transport.ts';
import { openSseWire } from '../transport/sse-wire.ts';
import { StreamableTransport } from '../streamable-http/streamable-transport.ts';
import { wireLog, type OnWire } from '../transport/wire-message.ts';

const CLIENT_INFO = { name: 'assay', title: 'Assay', version: '0.1.0' };
const NEWEST = '2026-07-28';
/**
 * A server that does not answer the probe for the newest revision within this time speaks an older one, in
 * milliseconds. Over HTTP a failing connection must show within this time.
 */
const PROBE_MS = { command: 4_000, http: 3_000 };
/** The transport of a session and its observers. */
export type SessionTransport = Pick<SessionConnection, 'transport' | 'wire' | 'program'>;
export type InitializedConnection = SessionTransport & Pick<SessionConnection, 'client'> & { kind: TransportKind };

export interface HandshakeAttempt {
  target: ServerTarget;
  traceparent: string | undefined;
  onWire: OnWire | undefined;
  answers: ServerRequestAnswers | undefined;
  onLog: OnLog | undefined;
  exchange: WireExchange;
  timeoutMs: number;
  /** Aborts when the caller gives the connection up. */
  signal: AbortSignal;
}

/** Connects in the given dialect, or probes: the newest revision first, then `initialize`, then the older transport. */
export async function performHandshake(
  attempt: HandshakeAttempt,
  dialect: ServerDialect | undefined,
): Promise<InitializedConnection> {
  if (attempt.target.command) return startCommand(attempt, dialect);
  if (dialect === 'sse') return open(attempt, 'sse');
  try {
    return await openStreamable(attempt, dialect);
  } catch (error) {
    const { answer } = attempt.exchange;
    if (attempt.signal.aborted || !wantsOlderTransport(attempt)) throw error;
    try {
      return await open(attempt, 'sse');
    } catch (fallbackError) {
      if (
        attempt.signal.aborted ||
        [401, 403].includes(attempt.exchange.refusal?.status ?? 0) ||
        OTHER_ORIGIN.test(String(fallbackError))
      )
        throw fallbackError;
      // The refusal of the newer transport explains more than the absence of the older one.
      attempt.exchange.answer = answer;
      throw error;
    }
  }
}

/**
 * Some servers of older revisions fail, stay silent or cut the connection on an unknown method. A session with a remembered dialect does
 * not probe.
 */
async function openStreamable(
  attempt: HandshakeAttempt,
  dialect: ServerDialect | undefined,
): Promise<InitializedConnection> {
  try {
    return await open(attempt, 'streamable-http', dialect);
  } catch (error) {
    if (
      attempt.signal.aborted ||
      attempt.target.protocolVersion !== undefined ||
      !chokedOnDiscover(attempt.exchange, error)
    )
      throw error;
    return open(attempt, 'streamable-http', 'legacy');
  }
}

/** Codes of a connection that was open and is gone. */
const CUT_OFF = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', SdkErrorCode.ConnectionClosed];

function chokedOnDiscover({ method, answer }: WireExchange, error: unknown): boolean {
  const { problem, refusal, malformed, codes } = evidenceOf(error, answer);
  if (method !== 'server/discover' || problem) return false;
  if (refusal) return refusal.status >= 500;
  return malformed || codes.has(SdkErrorCode.RequestTimeout) || CUT_OFF.some((code) => codes.has(code));
}

/**
 * The rule of the specification (2025-11-25, Transports, Backwards Compatibility), for any 4xx that is not about
 * credentials.
 */
function wantsOlderTransport({ target, exchange: { method, refusal, result } }: HandshakeAttempt): boolean {
  // A server that has answered `initialize` speaks the newer transport, even when it refuses later requests.
  if (method !== 'initialize' || result !== undefined || !refusal || (target.protocolVersion ?? '') >= NEWEST)
    return false;
  return refusal.status >= 400 && refusal.status < 500 && ![401, 403].includes(refusal.status);
}

/** Some commands of older revisions exit on the probe for a newer one. They are started again without a probe. */
async function startCommand(
  attempt: HandshakeAttempt,
  dialect: ServerDialect | undefined,
): Promise<InitializedConnection> {
  const {
    target: { protocolVersion },
    exchange,
    signal,
  } = attempt;
  try {
    return await open(attempt, 'stdio', dialect);
  } catch (error) {
    if (
      signal.aborted ||
      protocolVersion !== undefined ||
      exchange.method !== 'server/discover' ||
      exchange.program?.evidence.end?.by !== 'itself'
    )
      throw error;
    return open(attempt, 'stdio', 'legacy');
  }
}

function openHttp(
  { target, traceparent, onWire, exchange }: HandshakeAttempt,
  kind: 'streamable-http' | 'sse',
): SessionTransport {
  const url = target.egress.admitted(target.url);
  const egress = withAccessToken(target);
  const headers = { ...target.headers, ...(traceparent && { traceparent }) };
  const log = wireLog(exchange.startedAt, onWire);
  if (kind === 'sse') {
    const wire = openSseWire(log, egress);
    return {
      transport: new SSEClientTransport(url, { fetch: wire.fetch, requestInit: { headers } }),
      wire,
      program: undefined,
    };
  }
  const transport = new StreamableTransport({ url, headers, egress, log });
  return { transport, wire: transport, program: undefined };
}

/**
 * The transport of a server that is started by a command.
 * @throws Problem when the command may not be started here.
 */
async function openStdio({ target, onWire, exchange }: HandshakeAttempt): Promise<SessionTransport> {
  const program = await programOf(target, target.stdio);
  const transport = new StdioTransport(program, target, wireLog(exchange.startedAt, onWire));
  exchange.program = transport;
  return { transport, program: transport, wire: { listen: () => {}, forget: (done) => transport.forget(done) } };
}

async function open(
  attempt: HandshakeAttempt,
  kind: TransportKind,
  dialect?: ServerDialect,
): Promise<InitializedConnection> {
  const { target, answers, onLog, exchange, timeoutMs, signal } = attempt;
  const { transport, wire, program } = kind === 'stdio' ? await openStdio(attempt) : openHttp(attempt, kind);
  signal.throwIfAborted();
  const capabilities = capabilitiesOf(target, answers);
  const client = new Client(
    target.clientInfo ?? CLIENT_INFO,
    clientOptions(
      target.protocolVersion,
      kind === 'sse' || dialect === 'legacy',
      capabilities,
      kind === 'stdio' ? PROBE_MS.command : Math.min(PROBE_MS.http, timeoutMs / 2),
    ),
  );
  serveFeatures(client, capabilities, answers, onLog);
  const stop = () => void transport.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.connect(transport, { timeout: timeoutMs });
    return {
      client,
      transport,
      wire,
      program,
      kind,
    };
  } catch (error) {
    await client.close().catch(() => {});
    await transport.close().catch(() => {});
    void endSession(transport);
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    wire.forget(exchange);
  }
}

/** A request that asks for input is repeated this often at most (revision 2026-07-28, Multi Round-Trip Requests). */
const MAX_ROUNDS = 20;

/** Results are passed on as they are, so the client must not validate them against a tool's output schema. */
const acceptsAll: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
};

function clientOptions(
  pinned: string | undefined,
  legacy: boolean,
  capabilities: ClientCapabilities,
  probeMs: number,
): ClientOptions {
  const base: ClientOptions = {
    jsonSchemaValidator: acceptsAll,
    capabilities,
    inputRequired: { maxRounds: MAX_ROUNDS },
  };
  if (pinned === undefined)
    return legacy ? base : { ...base, versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeMs } } };
  if (pinned >= NEWEST) return { ...base, versionNegotiation: { mode: { pin: pinned } } };
  return { ...base, supportedProtocolVersions: [pinned] };
}
