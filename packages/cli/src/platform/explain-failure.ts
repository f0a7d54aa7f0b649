import { ConnectionFailure, InvalidCall, Problem } from '@assay/sdk';
import { CommandFailure, UsageError } from '../command-failure.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import type { ChosenPlatform } from './choose-platform.ts';
import type { Source } from './chosen.ts';
import { connectionCause } from './connection-cause.ts';
import type { Transport } from './transport.ts';
import { problemHints } from './problem-hints.ts';

/** The platform of the failed call, as far as it was chosen. */
export interface CalledPlatform {
  chosen: ChosenPlatform;
  transport: Transport;
}

/**
 * The failure of a call in the words of a command: what happened, why, what to type. Other errors are returned as they
 * are.
 */
export function explainFailure(error: unknown, called: CalledPlatform | undefined): unknown {
  if (error instanceof InvalidCall) return new UsageError(error.message);
  if (error instanceof ConnectionFailure) return explainConnection(error, called);
  return error instanceof Problem ? explainProblem(error, called) : error;
}

const failure = (exitCode: ExitCode, message: string, hints: (string | undefined)[], cause: unknown): CommandFailure =>
  new CommandFailure(
    exitCode,
    message,
    hints.filter((hint) => hint !== undefined),
    cause,
  );

function explainProblem(problem: Problem, called: CalledPlatform | undefined): CommandFailure {
  const { isFromPlatform, status, message, retryAfter } = problem;
  if (!isFromPlatform) return explainForeign(problem, called);
  if (status === 401) return failure(exitCodes.refused, message, signInHints(called), problem);
  if (status === 403) return failure(exitCodes.refused, message, ['Who you are:  assay whoami'], problem);
  if (status === 429 || status >= 500) {
    const again = retryAfter === undefined ? undefined : `Try again in ${Math.ceil(retryAfter)} s.`;
    return failure(exitCodes.unreachable, message, [...problemHints(problem), again], problem);
  }
  if (isUnknownPath(problem))
    return failure(
      exitCodes.misused,
      `the platform does not know ${problem.operationId}: it is older than this command line.`,
      ['assay upgrade-check'],
      problem,
    );
  const isUnknownField = /must NOT have (additional|unevaluated) properties/.test(message);
  return failure(
    exitCodes.misused,
    message,
    [
      ...problemHints(problem),
      isUnknownField ? 'An older platform does not know every field:  assay upgrade-check' : undefined,
    ],
    problem,
  );
}

/** The gateway answers so when no operation has the path. */
const isUnknownPath = ({ code, message }: Problem): boolean => code === 'NOT_FOUND' && /\bpath\b/.test(message);

function signInHints(called: CalledPlatform | undefined): string[] {
  const from = called?.chosen.credential?.from;
  if (from?.kind === 'file') return [`The key comes from ${from.path}.`];
  return from?.kind === 'environment'
    ? [`The key comes from ${from.name}.`]
    : [`assay login${called ? ` --url ${called.chosen.url.value}` : ''}`];
}

/** The answer of another program in place of the platform: a proxy whose platform is away, or any. */
function explainForeign(problem: Problem, called: CalledPlatform | undefined): CommandFailure {
  const { status } = problem;
  const type = called?.transport.lastAnswer()?.type ?? '';
  const url = shownUrl(called);
  if (status >= 502 && status <= 504)
    return failure(
      exitCodes.unreachable,
      `${url} does not answer: the proxy in front of it says so (HTTP ${status}).`,
      [originHint(called)],
      problem,
    );
  return foreign(called, `HTTP ${status}${type === '' ? '' : `, ${type}`}`, type === 'text/html', problem);
}

function explainConnection(error: ConnectionFailure, called: CalledPlatform | undefined): CommandFailure {
  const url = shownUrl(called);
  const { kind } = error;
  if (kind === 'unreadable') {
    const last = called?.transport.lastAnswer();
    if (!last) return failure(exitCodes.unreachable, error.message, [originHint(called)], error);
    return foreign(called, `HTTP ${last.status}, ${last.type || 'no type'}`, last.type === 'text/html', error);
  }
  if (kind === 'redirect') return failure(exitCodes.unreachable, error.message, [originHint(called)], error);
  const { proxy } = called?.transport ?? {};
  const throughProxy = proxy === undefined ? undefined : `Requests go through the proxy of ${proxy}.`;
  if (kind === 'timeout')
    return failure(exitCodes.unreachable, `${url} does not answer in time.`, [throughProxy, originHint(called)], error);
  const { words, hint } = connectionCause(error);
  const isLocal = called?.chosen.url.from.kind === 'default';
  return failure(
    exitCodes.unreachable,
    `${url} does not answer (${words}).`,
    [
      hint,
      throughProxy,
      isLocal
        ? 'Start one here:  assay dev          Another address:  assay login --url https://…'
        : originHint(called),
    ],
    error,
  );
}

function foreign(called: CalledPlatform | undefined, facts: string, isPage: boolean, cause: unknown): CommandFailure {
  const what = isPage ? "answers with a page, not with Assay's API" : "answers, but not as Assay's API";
  return failure(
    exitCodes.unreachable,
    `the address ${shownUrl(called)} ${what} (${facts}).`,
    [originHint(called)],
    cause,
  );
}

const shownUrl = (called: CalledPlatform | undefined): string => called?.chosen.url.value ?? 'of the platform';

const originHint = (called: CalledPlatform | undefined): string | undefined =>
  called && `The address comes from ${sourceWords(called.chosen.url.from)}.`;

/** Where a part of the choice comes from, in words. */
export function sourceWords(source: Source): string {
  if ('path' in source) return source.path;
  if (source.kind === 'login') return 'the stored login';
  return source.kind === 'default' ? 'the default' : source.name;
}

/** Whether the same call may succeed in a moment: the platform is away, or answers that it is busy. */
export function isOutage(error: unknown): boolean {
  if (error instanceof ConnectionFailure) return error.kind === 'network' || error.kind === 'timeout';
  return error instanceof Problem && (error.status >= 500 || error.status === 429);
}
