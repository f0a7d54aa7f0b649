import { SdkErrorCode } from '@modelcontextprotocol/client';
import type { ProblemCode, Problem } from '@assay/contract/problem';
import {
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  NOT_DECODED,
  NOT_UTF8,
  OTHER_ORIGIN,
  RESOURCE_NOT_FOUND,
  TIMEOUT_CODES,
  UNSUPPORTED_VERSION,
} from './codes.ts';
import { diagnoseFailure, explainedProblem, ServerProblem } from './diagnosis.ts';
import type { SessionFailure } from './failure.ts';
import { challengeParameter, requiredScope } from '../oauth/challenge.ts';
import { publicUrl } from '../target.ts';

interface Rule {
  when: (failure: SessionFailure) => boolean;
  code: ProblemCode;
  says: (failure: SessionFailure) => string;
  details?: (failure: SessionFailure) => Record<string, unknown>;
}

const NOT_OFFERED = [SdkErrorCode.CapabilityNotSupported, SdkErrorCode.MethodNotSupportedByProtocolVersion];
const DISCONNECTED =
  /^(ECONN\w+|ENOTFOUND|EAI_\w+|EPIPE|EHOSTUNREACH|ENETUNREACH|EPROTO|UND_ERR_SOCKET|UND_ERR_CLOSED|CONNECTION_CLOSED|(ERR_TLS|ERR_SSL|CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)_\w+)$/;
const TIMED_OUT_TEXT = /\b(timed out|timeout)\b/i;
const DISCONNECTED_TEXT =
  /\b(ECONN\w+|connection (refused|reset|closed|aborted)|(failed|unable) to connect|fetch failed|socket hang up|getaddrinfo)\b/i;
const AUTH_TEXT =
  /\b(unauthori[sz]ed|invalid_token|invalid_client|access_denied|(authentication|authorization) (is )?(required|failed)|(missing|invalid|expired) (api[ _-]?key|((access|bearer) )?token|credentials?|authorization))\b/i;
const RPC_MEANING: Record<number, string> = {
  [-32700]: 'parse error',
  [-32600]: 'invalid request',
  [INVALID_PARAMS]: 'invalid params',
  [RESOURCE_NOT_FOUND]: 'resource not found',
  [-32603]: 'internal error',
};

const has = ({ evidence }: SessionFailure, codes: readonly string[]) => codes.some((code) => evidence.codes.has(code));
const status = ({ evidence }: SessionFailure) => evidence.refusal?.status;
const challenge = ({ evidence }: SessionFailure, name: string) => challengeParameter(evidence.refusal?.challenge, name);
const named = ({ target }: SessionFailure) => `Server "${target.serverName}"`;
const asked = ({ method }: SessionFailure) => (method === undefined ? 'the connection' : method);

/** The first match wins; the order is part of the API's contract. */
const rules: Rule[] = [
  {
    code: 'OAUTH_REQUIRED',
    when: ({ evidence }) => evidence.authorizationRequired,
    says: needsGrant,
    details: grantDetails,
  },
  {
    code: 'FEATURE_NOT_SUPPORTED',
    when: (failure) => failure.evidence.rpcCode === METHOD_NOT_FOUND || has(failure, NOT_OFFERED),
    says: (failure) => `${named(failure)} does not support ${asked(failure)}.`,
  },
  {
    code: 'OAUTH_REQUIRED',
    when: ({ oauth }) => oauth !== undefined,
    says: needsGrant,
    details: grantDetails,
  },
  {
    code: 'FORBIDDEN',
    when: (failure) => status(failure) === 403 && challenge(failure, 'error') === 'insufficient_scope',
    says: (failure) => `The credential for ${named(failure)} lacks a scope.`,
    details: (failure) => ({
      insufficientScope: true,
      ...optional('requiredScope', requiredScope(failure.evidence.refusal?.challenge)),
    }),
  },
  {
    code: 'UNAUTHORIZED',
    when: (failure) => status(failure) === 401,
    says: (failure) => `${named(failure)} does not accept the saved credentials.`,
  },
  {
    code: 'FORBIDDEN',
    when: rejectsUs,
    says: (failure) => `${named(failure)} denies access.`,
    details: () => ({ upstreamAuthRequired: true }),
  },
  {
    code: 'SERVER_UNREACHABLE',
    when: refusesVersion,
    says: (failure) =>
      `${named(failure)} does not speak ${failure.target.protocolVersion ? `protocol version ${failure.target.protocolVersion}` : 'a protocol version we know'}.`,
    details: ({ target }) => optional('protocolVersion', target.protocolVersion),
  },
  {
    code: 'VALIDATION_ERROR',
    when: (failure) => refusesParameters(failure) && failure.evidence.rpcCode === INVALID_PARAMS,
    says: (failure) => `${named(failure)} does not take the parameters of ${asked(failure)}: ${rpcError(failure)}.`,
  },
  {
    code: 'NOT_FOUND',
    when: (failure) => refusesParameters(failure) && failure.evidence.rpcCode === RESOURCE_NOT_FOUND,
    says: (failure) => `${named(failure)} has no such resource: ${rpcError(failure)}.`,
  },
  {
    code: 'TIMEOUT',
    when: (failure) =>
      has(failure, TIMEOUT_CODES) ||
      [408, 504].includes(status(failure) ?? 0) ||
      TIMED_OUT_TEXT.test(failure.evidence.text),
    says: (failure) => `${named(failure)} did not answer ${asked(failure)} in time.`,
  },
  {
    code: 'SERVER_UNREACHABLE',
    when: lostConnection,
    says: (failure) =>
      failure.phase === 'connect'
        ? `${named(failure)} could not be reached.`
        : `The connection to ${named(failure)} broke during ${asked(failure)}.`,
    details: ({ evidence }) =>
      optional(
        'systemCode',
        [...evidence.codes].findLast((code) => DISCONNECTED.test(code)),
      ),
  },
  {
    code: 'SERVER_UNREACHABLE',
    when: ({ evidence }) => evidence.refusal !== undefined,
    says: (failure) => `${named(failure)} answered ${asked(failure)} with HTTP status ${status(failure)}.`,
  },
  {
    code: 'SERVER_UNREACHABLE',
    when: (failure) =>
      failure.evidence.malformed ||
      OTHER_ORIGIN.test(failure.evidence.text) ||
      [...failure.evidence.codes].some((code) => NOT_DECODED.test(code)) ||
      has(failure, [
        SdkErrorCode.EraNegotiationFailed,
        SdkErrorCode.ListPaginationExceeded,
        'UND_ERR_RES_EXCEEDED_MAX_SIZE',
      ]),
    says: (failure) => `${named(failure)} did not answer ${asked(failure)} as an MCP server does.`,
  },
  {
    code: 'SERVER_UNREACHABLE',
    when: ({ evidence }) => evidence.rpcCode !== undefined,
    says: (failure) => `${named(failure)} answered ${asked(failure)} with ${rpcError(failure)}.`,
  },
  { code: 'INTERNAL_ERROR', when: () => true, says: (failure) => `The exchange with ${named(failure)} failed.` },
];

/**
 * The Problem that a caller sees for a failed exchange. Of the server's words its message holds only codes, scopes and
 * revisions; the sentence of a JSON-RPC error is `details.serverMessage`.
 */
export function toProblem(failure: SessionFailure): Problem {
  if (failure.evidence.problem) return explainedProblem(failure.evidence.problem);
  const { code, says, details } = rules.find(({ when }) => when(failure))!;
  const { target, phase, method, elapsedMs, evidence } = failure;
  const problem = {
    code,
    message: says(failure),
    retryAfter: undefined,
    details: {
      serverId: target.serverId,
      phase,
      ...optional('method', method),
      elapsedMs: Math.round(elapsedMs),
      ...optional('httpStatus', status(failure)),
      ...optional('rpcCode', evidence.rpcCode),
      ...optional('serverMessage', evidence.rpcMessage),
      ...details?.(failure),
    },
  };
  return new ServerProblem(problem, diagnoseFailure(failure));
}

function needsGrant(failure: SessionFailure): string {
  return `${named(failure)} needs an OAuth grant.`;
}

function grantDetails({ target, oauth }: SessionFailure): Record<string, unknown> {
  return { serverUrl: publicUrl(target), ...oauth };
}

function rejectsUs({ evidence: { refusal } }: SessionFailure): boolean {
  if (refusal?.status === 403) return true;
  return refusal?.status === 400 && (refusal.challenge !== undefined || AUTH_TEXT.test(refusal.body ?? ''));
}

function refusesVersion(failure: SessionFailure): boolean {
  const { target, phase, evidence } = failure;
  if (phase === 'request') return false;
  if (evidence.rpcCode === UNSUPPORTED_VERSION || /protocol version is not supported/.test(evidence.text)) return true;
  // With a pinned revision, a failed negotiation without another cause means that the server lacks the revision.
  const otherCause = evidence.malformed || lostConnection(failure) || (status(failure) ?? 0) >= 500;
  return target.protocolVersion !== undefined && has(failure, [SdkErrorCode.EraNegotiationFailed]) && !otherCause;
}

function lostConnection({ evidence }: SessionFailure): boolean {
  if (evidence.codes.has(NOT_UTF8)) return false;
  return [...evidence.codes].some((code) => DISCONNECTED.test(code)) || DISCONNECTED_TEXT.test(evidence.text);
}

/** Whether a server that is connected refuses what the caller asked for; an HTTP status may say the same. */
const refusesParameters = (failure: SessionFailure): boolean =>
  failure.phase === 'request' && [undefined, 400, 404, 422].includes(status(failure));

function rpcError({ evidence: { rpcCode } }: SessionFailure): string {
  const meaning = RPC_MEANING[rpcCode!];
  return `JSON-RPC error ${rpcCode!}${meaning === undefined ? '' : ` (${meaning})`}`;
}

const optional = (key: string, value: unknown): Record<string, unknown> =>
  value === undefined ? {} : { [key]: value };
