import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { isObject } from '@assay/contract/json';
import { Problem, type ProblemCode } from '@assay/contract/problem';
import { explainedProblem } from '../diagnosis/diagnosis.ts';
import type { SessionConnection } from '../session-connection.ts';
import { DeclinedError } from './answers.ts';

/** At most this much of a foreign text is quoted, in characters. */
const MAX_QUOTE = 60;

/** A request that got a result which is not its end. */
interface UnfinishedRequest {
  link: Pick<SessionConnection, 'target'>;
  method: string;
}

/** The Problem of a result that asks for input which this client does not give at all; undefined for any other result. */
export const unansweredResult = (request: UnfinishedRequest, result: unknown): Problem | undefined =>
  isObject(result) && result['resultType'] === 'input_required'
    ? notGiven(request, 'and this client does not answer such results')
    : undefined;

/**
 * The Problem of an error with which the client ended the rounds of a request, or refused its result (revision
 * 2026-07-28, Multi Round-Trip Requests); undefined for any other error. `hasResult` is false when the server's last
 * answer was not a result, so that the error is its own.
 */
export function unfinishedBy(request: UnfinishedRequest, error: unknown, hasResult: boolean): Problem | undefined {
  if (!hasResult) return undefined;
  if (error instanceof DeclinedError) return notGiven(request, `and ${error.method} is declined here`);
  if (error instanceof ProtocolError) return offProtocol(request, `asks for input in vain (${quoted(error.message)})`);
  if (!(error instanceof SdkError)) return undefined;
  const data: Record<string, unknown> = isObject(error.data) ? error.data : {};
  switch (error.code) {
    case SdkErrorCode.InputRequiredRoundsExceeded:
      return notGiven(request, 'again and again');
    case SdkErrorCode.CapabilityNotSupported:
      // Thrown for a request of the server alone: our own are checked before they are sent.
      return offProtocol(request, `asks for ${quoted(data['method'])}, which the client does not declare`);
    case SdkErrorCode.UnsupportedResultType:
      return offProtocol(request, `answered with the unknown result type "${quoted(data['resultType'])}"`, data);
    case SdkErrorCode.InvalidResult:
      if (data['violation'] === 'input-required-missing-both')
        return offProtocol(request, 'asks for input, and gives neither requests nor a state');
      return data['key'] === undefined
        ? undefined
        : offProtocol(
            request,
            `asks for input with a request that the protocol does not have: "${quoted(data['key'])}"`,
          );
    default:
      return undefined;
  }
}

const notGiven = (request: UnfinishedRequest, why: string): Problem =>
  problem('FEATURE_NOT_SUPPORTED', request, `asks for input before it finishes ${request.method}, ${why}`);

const offProtocol = (request: UnfinishedRequest, what: string, { resultType }: Record<string, unknown> = {}): Problem =>
  explainedProblem(
    problem('SERVER_UNREACHABLE', request, `${what}, so ${request.method} has no result`, {
      cause: 'answer_off_protocol' satisfies Cause,
      ...(typeof resultType === 'string' && { resultType: quoted(resultType) }),
    }),
  );

const problem = (
  code: ProblemCode,
  { link: { target }, method }: UnfinishedRequest,
  what: string,
  details: Record<string, unknown> = {},
): Problem =>
  new Problem(code, `Server "${target.serverName}" ${what}.`, {
    serverId: target.serverId,
    phase: 'request',
    method,
    resultType: 'input_required',
    ...details,
  });

function quoted(value: unknown): string {
  const text = String(value);
  return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE).toWellFormed()}…` : text;
}
