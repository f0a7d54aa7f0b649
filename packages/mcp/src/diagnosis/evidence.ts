import { given } from '@assay/contract/given';
import { ProtocolError, SdkErrorCode, UnauthorizedError } from '@modelcontextprotocol/client';
import { Problem } from '@assay/contract/problem';
import { NOT_UTF8 } from './codes.ts';
import type { HttpAnswer, HttpRefusal } from '../transport/answer.ts';

/** The evidence of a failed exchange. */
export interface FailureEvidence {
  /** Codes of the thrown error and its causes: the client's, undici's, Node's. */
  codes: ReadonlySet<string>;
  /** The message of the error; empty where it might quote the server. */
  text: string;
  /** The client reports that authorization is required. */
  authorizationRequired: boolean;
  /** The code of a JSON-RPC error, in an answer or in the body of a refused request. */
  rpcCode?: number;
  /** The sentence of that error, as the server wrote it. */
  rpcMessage?: string;
  /** The last HTTP answer, refused or not. */
  answer?: HttpAnswer;
  refusal?: HttpRefusal;
  /** The answer does not match the protocol's schema. */
  malformed: boolean;
  /** The answer should be JSON and is not. */
  unparsable: boolean;
  /** The addresses that connections were tried to. */
  addresses: string[];
  /** The fault of the server's certificate, in our words. */
  tlsError?: string;
  /** The id of the request and of its answer, as they were written, where they differ. */
  ids?: { requestId: string; answerId: string };
  /** The protocol revisions that the server offers. */
  offeredVersions?: string[];
  /** Present once the server has answered `initialize`, with the revision if the answer names one. */
  initialized?: { protocolVersion?: string };
  /** A Problem of this process, such as a refusal by the egress policy. */
  problem?: Problem;
}

interface Cause {
  name?: string;
  code?: unknown;
  message?: string;
  cause?: unknown;
  errors?: unknown[];
  address?: unknown;
  reason?: unknown;
  data?: unknown;
}

/** Errors of answers that cannot be used, whose message may quote the server. */
const QUOTING = new Set<unknown>([
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
  SdkErrorCode.ClientHttpUnexpectedContent,
  NOT_UTF8,
]);
/** At most this much of a server's sentence is quoted, in characters. */
const MAX_SENTENCE = 500;
const PARSE_ERRORS = new Set(['SyntaxError', 'ZodError', '$ZodError']);
const WRONG_HOST = 'ERR_TLS_CERT_ALTNAME_INVALID';

/** The JSON-RPC method of the last request, and the `result` of the last answer. */
interface Asked {
  method: string | undefined;
  result: string | undefined;
}

export function evidenceOf(error: unknown, answer?: HttpAnswer, exchange?: Asked): FailureEvidence {
  const causes = causesOf(error);
  const malformed = causes.some(({ name = '', code }) => PARSE_ERRORS.has(name) || QUOTING.has(code));
  const refusal = answer && (answer.status < 200 || answer.status > 299) ? answer : undefined;
  const rpc = error instanceof ProtocolError ? error : rpcErrorIn(refusal?.body);
  const { code: rpcCode, message: rpcMessage } = rpc;
  const tlsError = causes.find(({ code }) => code === WRONG_HOST)?.reason;
  const refusals = [rpc, ...causes.filter((cause) => cause instanceof ProtocolError && cause !== rpc)];
  const offeredVersions = refusals.flatMap(({ data }) => supportedIn(data));
  const ids = causes.find(({ code }) => code === SdkErrorCode.InvalidResult)?.data as FailureEvidence['ids'];
  const problem = causes.find((cause) => cause instanceof Problem);
  return {
    codes: new Set(causes.flatMap(({ code }) => (typeof code === 'string' ? [code] : []))),
    text: refusal || malformed ? '' : textOf(causes),
    authorizationRequired: error instanceof UnauthorizedError,
    ...(typeof rpcCode === 'number' && { rpcCode }),
    ...(typeof rpcCode === 'number' &&
      typeof rpcMessage === 'string' &&
      rpcMessage !== '' && { rpcMessage: sentenceOf(rpcMessage) }),
    ...given({ answer, refusal }),
    malformed,
    unparsable: causes.some(({ name }) => name === 'SyntaxError'),
    addresses: [...new Set(causes.flatMap(({ address }) => (typeof address === 'string' ? [address] : [])))],
    ...(typeof tlsError === 'string' && { tlsError }),
    ...(ids?.answerId !== undefined && { ids }),
    ...(offeredVersions.length > 0 && { offeredVersions }),
    ...(exchange?.method === 'initialize' &&
      exchange.result !== undefined && { initialized: versionIn(exchange.result) }),
    ...given({ problem }),
  };
}

/** The error, its causes and, for an AggregateError, the causes of each of its errors. */
function causesOf(error: unknown, depth = 0): Cause[] {
  if (typeof error !== 'object' || error === null || depth > 8) return [];
  const thrown: Cause = error;
  return [thrown, ...[thrown.cause, ...(thrown.errors ?? [])].flatMap((inner) => causesOf(inner, depth + 1))];
}

/** The messages of our side: a JSON-RPC error is the server's answer, and its words say nothing about the connection. */
const textOf = (causes: readonly Cause[]): string =>
  causes
    .filter((cause) => !(cause instanceof ProtocolError))
    .map(({ message }) => message ?? '')
    .join('\n');

function rpcErrorIn(body: string | undefined): { code?: unknown; message?: unknown; data?: unknown } {
  const error = (parsed(body) as { error?: unknown } | null | undefined)?.error;
  return typeof error === 'object' && error !== null ? error : {};
}

/** The first line: stack traces follow in others. */
const sentenceOf = (text: string): string => text.split('\n', 1)[0]!.trim().slice(0, MAX_SENTENCE);

function supportedIn(data: unknown): string[] {
  const { supported } = (data ?? {}) as { supported?: unknown };
  return Array.isArray(supported) ? supported.filter((version) => typeof version === 'string').slice(0, 10) : [];
}

function versionIn(result: string): { protocolVersion?: string } {
  const version = (parsed(result) as { protocolVersion?: unknown } | null | undefined)?.protocolVersion;
  return typeof version === 'string' ? { protocolVersion: version.slice(0, 100) } : {};
}

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '') as unknown;
  } catch {
    return undefined;
  }
}
