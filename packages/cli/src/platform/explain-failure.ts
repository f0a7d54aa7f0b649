import { ConnectionFailure, InvalidCall, Problem } from '@assay/sdk';
import { CommandFailure, UsageError } from '../command-failure.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { problemHints } from './problem-hints.ts';

/** The failure of a call in the words of a command: what happened, why, what to type. Other errors are returned as they are. */
export function explainFailure(error: unknown, url: string): unknown {
  if (error instanceof ConnectionFailure) return explainConnection(error, url);
  if (error instanceof InvalidCall) return new UsageError(error.message);
  if (!(error instanceof Problem)) return error;
  const { isFromPlatform, status, message } = error;
  if (!isFromPlatform)
    return new CommandFailure(
      exitCodes.unreachable,
      `the address ${url} answers with a page, not with Assay's API (HTTP ${status}).`,
      [],
      error,
    );
  return new CommandFailure(exitCodeOf(error), message, problemHints(error), error);
}

function exitCodeOf({ status, code }: Problem): ExitCode {
  if (status === 401 || status === 403) return exitCodes.refused;
  return status >= 500 || code === 'RATE_LIMITED' ? exitCodes.unreachable : exitCodes.misused;
}

function explainConnection(failure: ConnectionFailure, url: string): CommandFailure {
  const { kind } = failure;
  const message = {
    network: `${url} does not answer (${causeOf(failure)}).`,
    timeout: `${url} does not answer in time.`,
    redirect: failure.message,
    unreadable: `the address ${url} answers with something that is not Assay's API.`,
  }[kind];
  return new CommandFailure(exitCodes.unreachable, message, [], failure);
}

const CAUSES: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'there is no such host',
  ECONNRESET: 'connection reset',
  EAI_AGAIN: 'no name server answers',
};

/** The innermost cause of a failed connection, in words. */
function causeOf(error: Error): string {
  let at: { code?: string; message?: string; cause?: unknown } = error;
  while (typeof at.cause === 'object' && at.cause !== null) at = at.cause;
  return CAUSES[at.code ?? ''] ?? at.code ?? at.message ?? 'the connection failed';
}

/** Whether the same call may succeed in a moment: the platform is away, or answers that it is busy. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ConnectionFailure) return error.kind === 'network' || error.kind === 'timeout';
  return error instanceof Problem && (error.status >= 500 || error.status === 429);
}
