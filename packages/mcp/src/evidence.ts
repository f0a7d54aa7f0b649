import { ProtocolError, SdkErrorCode, UnauthorizedError } from '@modelcontextprotocol/client';
import type { Refusal } from './exchange.ts';

/** What is known about why an exchange failed. */
export interface Evidence {
  /** Codes of the thrown error and its causes: the client's, undici's, Node's. */
  codes: ReadonlySet<string>;
  /** What the error says in its own words; empty where it might quote what the server sent. */
  text: string;
  /** The client itself asks to be authorized. */
  authorizationRequired: boolean;
  /** Code of a JSON-RPC error, in an answer or in the body of a refused request. */
  rpcCode?: number;
  refusal?: Refusal;
  /** The server's answer could not be read as what the protocol expects. */
  malformed: boolean;
}

interface Cause { name?: string; code?: unknown; message?: string; cause?: unknown; errors?: unknown[] }

/** Errors whose message may quote the server. */
const QUOTING = new Set<unknown>([SdkErrorCode.InvalidResult, SdkErrorCode.UnsupportedResultType, SdkErrorCode.ClientHttpUnexpectedContent]);
const PARSE_ERRORS = new Set(['SyntaxError', 'ZodError', '$ZodError']);

export function evidenceOf(error: unknown, refusal?: Refusal): Evidence {
  const causes = causesOf(error);
  const malformed = causes.some(({ name = '', code }) => PARSE_ERRORS.has(name) || QUOTING.has(code));
  const rpcCode = error instanceof ProtocolError ? error.code : rpcCodeIn(refusal?.body);
  return {
    codes: new Set(causes.flatMap(({ code }) => (typeof code === 'string' ? [code] : []))),
    text: refusal || malformed ? '' : causes.map(({ message }) => message ?? '').join('\n'),
    authorizationRequired: error instanceof UnauthorizedError,
    ...(rpcCode !== undefined && { rpcCode }),
    ...(refusal && { refusal }),
    malformed,
  };
}

/** The error, its causes and, where several attempts failed together, those of each. */
function causesOf(error: unknown, depth = 0): Cause[] {
  if (typeof error !== 'object' || error === null || depth > 8) return [];
  const thrown: Cause = error;
  return [thrown, ...[thrown.cause, ...(thrown.errors ?? [])].flatMap((inner) => causesOf(inner, depth + 1))];
}

function rpcCodeIn(body: string | undefined): number | undefined {
  try {
    const code = (JSON.parse(body ?? '') as { error?: { code?: unknown } } | null)?.error?.code;
    return typeof code === 'number' ? code : undefined;
  } catch {
    return undefined;
  }
}
