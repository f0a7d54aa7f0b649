import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { ServerRequestAnswers } from './requests/answers.ts';
import type { OnLog } from './handshake/client-features.ts';
import { WireExchange, inExchange } from './transport/exchange.ts';
import type { DialectCache } from './handshake/dialects.ts';
import { performHandshake } from './handshake/handshake.ts';
import type { HandshakeAttempt, InitializedConnection } from './handshake/open-connection.ts';
import { explainedFailure } from './requests/request.ts';
import { openSession, type McpSession } from './session.ts';
import { startTurn } from './stdio/start-turns.ts';
import type { ServerTarget } from './target.ts';
import { DEFAULT_TIMEOUTS, type ServerTimeouts } from './timeouts.ts';
import type { OnWire } from './transport/wire-message.ts';
import { operationDuration } from './metrics.ts';
import { unlessAborted } from './handshake/unless-aborted.ts';

export interface ConnectOptions {
  timeouts?: Partial<ServerTimeouts>;
  /** Cancels the connection attempt: the promise rejects with the signal's reason at once. */
  signal?: AbortSignal;
  /** W3C trace context, sent as a header of every HTTP request and in `_meta` of every request after the handshake. */
  traceparent?: string;
  onWire?: OnWire | undefined;
  /** The dialects that this process has learnt about servers. */
  dialects?: DialectCache | undefined;
  /**
   * Answers requests of the server to its client. Without it no such capability is declared, so the server has nothing
   * to ask.
   */
  answers?: ServerRequestAnswers | undefined;
  onLog?: OnLog | undefined;
  /** Called when the wait for other commands that start is over, and the time of the server begins. */
  onTurn?: (() => void) | undefined;
}

/**
 * Opens a session with a saved server: over the standard input and output of its command, otherwise over Streamable
 * HTTP with the newest protocol revision that both sides speak, or over the older HTTP+SSE transport where the
 * specification says so.
 * @throws Problem as `toProblem` decides, or the reason of `signal`.
 */
export async function connectSession(target: ServerTarget, options: ConnectOptions = {}): Promise<McpSession> {
  const { signal, traceparent, onWire, dialects, answers, onLog } = options;
  signal?.throwIfAborted();
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  // The wait for a turn does not count: the time-out is the server's.
  const endTurn = target.command ? await startTurn(signal) : undefined;
  options.onTurn?.();
  const abort = new AbortController();
  const exchange = new WireExchange((error) => abort.abort(error));
  const cancel = () => abort.abort(signal?.reason);
  const deadline = setTimeout(
    () => abort.abort(new SdkError(SdkErrorCode.RequestTimeout, 'The handshake reached its cap.')),
    timeouts.connectMs,
  );
  signal?.addEventListener('abort', cancel, { once: true });
  const attempt: HandshakeAttempt = {
    target,
    traceparent,
    onWire,
    answers,
    onLog,
    exchange,
    startedAt: exchange.startedAt,
    timeoutMs: timeouts.connectMs,
    signal: abort.signal,
  };
  let failure: string | undefined;
  try {
    const { kind, ...connection } = await unlessAborted(
      inExchange(exchange, () => inDialect(attempt, dialects)),
      abort.signal,
    );
    const totalMs = (exchange.endedAt ?? performance.now()) - exchange.askedAt;
    const timing = { firstAnswerMs: exchange.firstAnswerMs ?? totalMs, totalMs };
    return openSession(
      {
        ...connection,
        target,
        timeouts,
        timing,
        traceparent,
        answering: answers !== undefined,
        logging: onLog !== undefined,
      },
      kind,
    );
  } catch (error) {
    failure = 'cancelled';
    if (signal?.aborted) throw signal.reason;
    const elapsedMs = performance.now() - exchange.startedAt;
    const phase = exchange.answered ? 'initialize' : 'connect';
    const method = exchange.notification ?? exchange.method;
    const problem = await explainedFailure(error, exchange, {
      target,
      phase,
      ...(method && { method }),
      elapsedMs,
    });
    failure = problem.code;
    throw problem;
  } finally {
    operationDuration.record((performance.now() - exchange.startedAt) / 1e3, {
      'mcp.method.name': 'initialize',
      ...(failure && { 'error.type': failure }),
    });
    endTurn?.();
    clearTimeout(deadline);
    signal?.removeEventListener('abort', cancel);
    exchange.release();
  }
}

/** Uses the remembered dialect of a server, and probes again when the server has changed. */
async function inDialect(
  attempt: HandshakeAttempt,
  dialects: DialectCache | undefined,
): Promise<InitializedConnection> {
  const { target, exchange } = attempt;
  const known = dialects?.recall(target);
  if (known) {
    try {
      return await performHandshake(attempt, known);
    } catch (error) {
      dialects?.learn(target, undefined);
      if (!exchange.answered || attempt.signal.aborted) throw error;
    }
  }
  const connection = await performHandshake(attempt, undefined);
  dialects?.learn(target, connection.kind === 'sse' ? 'sse' : connection.client.getProtocolEra());
  return connection;
}
