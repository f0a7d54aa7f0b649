import { VERSION } from '@assay/contract/product/version';
import {
  Client,
  SSEClientTransport,
  type ClientCapabilities,
  type ClientOptions,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/client';
import type { ServerRequestAnswers } from '../requests/answers.ts';
import { withAccessToken } from '../oauth/authorized.ts';
import { endSession } from '../end-session.ts';
import type { SessionConnection, TransportKind } from '../session-connection.ts';
import { programOf } from '../stdio/stdio-rules.ts';
import { StdioTransport } from '../stdio/stdio-transport.ts';
import { StreamableTransport } from '../streamable-http/streamable-transport.ts';
import type { ServerTarget } from '../target.ts';
import type { WireExchange } from '../transport/exchange.ts';
import { openSseWire } from '../transport/sse-wire.ts';
import { wireLog, type OnWire } from '../transport/wire-message.ts';
import { capabilitiesOf, serveFeatures, type OnLog } from './client-features.ts';

const CLIENT_INFO = { name: 'assay', title: 'Assay', version: VERSION };
/** The newest revision of the protocol. Its servers are asked with `server/discover` in place of `initialize`. */
export const NEWEST_REVISION = '2026-07-28';
/** A request that asks for input is repeated this often at most (revision 2026-07-28, Multi Round-Trip Requests). */
const MAX_ROUNDS = 20;

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
  /** When the connection attempt began, on the clock of `performance.now()`. */
  startedAt: number;
  timeoutMs: number;
  /** Aborts when the caller gives the connection up. */
  signal: AbortSignal;
}

/**
 * Connects over one transport. The client asks for the newest revision first, unless `isLegacy` or the pinned revision
 * says otherwise.
 */
export async function openConnection(
  attempt: HandshakeAttempt,
  kind: TransportKind,
  isLegacy = kind === 'sse',
): Promise<InitializedConnection> {
  const { target, exchange, timeoutMs, signal } = attempt;
  const { transport, wire, program } = kind === 'stdio' ? await openStdio(attempt) : openHttp(attempt, kind);
  signal.throwIfAborted();
  const client = clientOf(attempt, negotiation(target.protocolVersion, isLegacy, timeoutMs));
  const stop = () => void transport.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.connect(transport, { timeout: timeoutMs });
    return { client, transport, wire, program, kind };
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

function openHttp(
  { target, traceparent, onWire, startedAt }: HandshakeAttempt,
  kind: 'streamable-http' | 'sse',
): SessionTransport {
  const url = target.egress.admitted(target.url);
  const egress = withAccessToken(target);
  const headers = { ...target.headers, ...(traceparent && { traceparent }) };
  const log = wireLog(startedAt, onWire);
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
 * The transport of a server that is started by a command; the command is started by its `start`.
 * @throws Problem when the command may not be started here.
 */
export async function openStdio({
  target,
  onWire,
  exchange,
  startedAt,
}: HandshakeAttempt): Promise<SessionTransport & { transport: StdioTransport }> {
  const program = await programOf(target, target.stdio);
  const transport = new StdioTransport(program, target, wireLog(startedAt, onWire));
  exchange.program = transport;
  return { transport, program: transport, wire: { listen: () => {}, forget: (done) => transport.forget(done) } };
}

/** A client with the name, the capabilities and the answers of the attempt. */
export function clientOf({ target, answers, onLog }: HandshakeAttempt, options: ClientOptions): Client {
  const { clientInfo, capabilities } = identityOf({ target, answers });
  const client = new Client(clientInfo, {
    jsonSchemaValidator: acceptsAll,
    capabilities,
    inputRequired: { maxRounds: MAX_ROUNDS },
    ...options,
  });
  serveFeatures(client, capabilities, answers, onLog);
  return client;
}

/** The name and the capabilities that the client declares to the server. */
export const identityOf = ({
  target,
  answers,
}: Pick<HandshakeAttempt, 'target' | 'answers'>): {
  clientInfo: typeof CLIENT_INFO;
  capabilities: ClientCapabilities;
} => ({
  clientInfo: (target.clientInfo as typeof CLIENT_INFO | undefined) ?? CLIENT_INFO,
  capabilities: capabilitiesOf(target, answers),
});

/** Results are passed on as they are, so the client must not validate them against a tool's output schema. */
const acceptsAll: jsonSchemaValidator = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
};

function negotiation(pinned: string | undefined, isLegacy: boolean, timeoutMs: number): ClientOptions {
  if (pinned === undefined) return isLegacy ? {} : { versionNegotiation: { mode: 'auto', probe: { timeoutMs } } };
  if (pinned >= NEWEST_REVISION) return { versionNegotiation: { mode: { pin: pinned } } };
  return { supportedProtocolVersions: [pinned] };
}
