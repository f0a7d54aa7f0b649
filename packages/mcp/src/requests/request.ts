import { given } from '@assay/contract/given';
import {
  LOG_LEVEL_META_KEY,
  SdkError,
  SdkErrorCode,
  type Progress,
  type RequestOptions,
} from '@modelcontextprotocol/client';
import type { Problem } from '@assay/contract/problem';
import type { ByteBudget } from '../transport/byte-budget.ts';
import { explainedProblem } from '../diagnosis/diagnosis.ts';
import { evidenceOf } from '../diagnosis/evidence.ts';
import { WireExchange, inExchange } from '../transport/exchange.ts';
import type { FailureMoment } from '../diagnosis/failure.ts';
import { toProblem } from '../diagnosis/to-problem.ts';
import type { SessionConnection } from '../session-connection.ts';
import { findOAuth } from '../oauth/find-oauth.ts';
import { operationDuration } from '../metrics.ts';
import { withProgram } from '../diagnosis/with-program.ts';
import type { ServerTimeouts } from '../timeouts.ts';

export interface CallOptions {
  /** Cancels the request: the server is told, and the promise rejects with the signal's reason at once. */
  signal?: AbortSignal;
  timeouts?: Partial<Pick<ServerTimeouts, 'idleMs' | 'totalMs'>>;
  /** W3C trace context of this call; the trace context of the session when absent. */
  traceparent?: string;
  /** Called with every progress notification. */
  onProgress?: (progress: Progress) => void;
  /** A byte limit on the answers to all requests that share it. */
  budget?: ByteBudget;
}

/** A request that takes longer than this opens the stream for unsolicited messages, in milliseconds. */
const SLOW_MS = 1_000;

/**
 * `_meta` of a request: its trace context and the log level, which servers of revision 2026-07-28 receive with each
 * request.
 */
export function metaOf(
  { client, logging, traceparent: ofSession }: SessionConnection,
  { traceparent = ofSession }: CallOptions,
): { _meta?: Record<string, string> } {
  const logs = logging && client.getProtocolEra() === 'modern';
  return traceparent || logs
    ? { _meta: { ...(traceparent && { traceparent }), ...(logs && { [LOG_LEVEL_META_KEY]: 'debug' }) } }
    : {};
}

/**
 * Sends one request and waits within its timeouts. `work` passes the options to the client, and may read the result as
 * the server wrote it, in `text`, at the end.
 * @throws Problem as `toProblem` decides, or the reason of `signal`.
 */
export async function sendRequest<T>(
  link: SessionConnection,
  method: string,
  { signal, timeouts, traceparent = link.traceparent, onProgress = () => {}, budget }: CallOptions,
  work: (options: RequestOptions, answer: () => string | undefined) => Promise<T>,
): Promise<{ value: T; text: string | undefined }> {
  signal?.throwIfAborted();
  if (budget?.overrun) throw budget.overrun;
  const { idleMs, totalMs } = { ...link.timeouts, ...timeouts };
  const abort = new AbortController();
  const exchange = new WireExchange((error) => abort.abort(error));
  exchange.program = link.program;
  exchange.budget = budget;
  const cancel = () => abort.abort(signal?.reason);
  const cap = setTimeout(
    () => abort.abort(new SdkError(SdkErrorCode.RequestTimeout, 'The request reached its cap.')),
    totalMs,
  );
  const slow = setTimeout(() => link.wire.listen(), SLOW_MS);
  signal?.addEventListener('abort', cancel, { once: true });
  let failure: string | undefined;
  try {
    const options = {
      signal: abort.signal,
      timeout: idleMs,
      resetTimeoutOnProgress: true,
      onprogress: onProgress,
      ...(traceparent && { headers: { traceparent } }),
    };
    return { value: await inExchange(exchange, () => work(options, () => exchange.result)), text: exchange.result };
  } catch (error) {
    failure = 'cancelled';
    if (signal?.aborted) throw signal.reason;
    const problem = await explainedFailure(error, exchange, {
      target: link.target,
      phase: 'request',
      method,
      elapsedMs: performance.now() - exchange.startedAt,
    });
    failure = problem.code;
    throw problem;
  } finally {
    operationDuration.record((performance.now() - exchange.startedAt) / 1e3, {
      'mcp.method.name': method,
      ...(failure && { 'error.type': failure }),
    });
    clearTimeout(cap);
    clearTimeout(slow);
    signal?.removeEventListener('abort', cancel);
    link.wire.forget(exchange);
    exchange.release();
  }
}

/** The Problem for an error in `exchange`. */
export async function explainedFailure(
  error: unknown,
  exchange: WireExchange,
  moment: FailureMoment,
): Promise<Problem> {
  const evidence = evidenceOf(error, exchange.answer, exchange);
  const oauth = evidence.problem ? undefined : await findOAuth(exchange.refusal, moment.target);
  const problem = toProblem({ ...moment, evidence, ...given({ oauth }) });
  return exchange.program && !evidence.problem
    ? explainedProblem(withProgram(problem, exchange.program.evidence, moment))
    : problem;
}
