import { Problem as PlatformProblem, problemCodes, type ProblemCode } from '@assay/contract/problem';

/** The facts about the answer that a `Problem` was made of. */
interface RefusedAnswer {
  operationId: string;
  status: number;
  headers: Headers;
  /** The parsed body, or its text when it is not JSON. */
  body: unknown;
}

/**
 * The platform refused a request, or a proxy before it did. `code` says why; a newer platform may send codes that
 * `ProblemCode` does not list.
 */
export class Problem extends PlatformProblem {
  /** The operation that was called. */
  readonly operationId: string;
  /** The HTTP status. */
  readonly status: number;
  /** Finds the request in the logs of the platform. */
  readonly requestId: string | undefined;
  /** The whole body: some refusals are documents with more fields than `code`, `message` and `details`. */
  readonly body: unknown;
  /** Whether the body was an error of the platform, and not the page of a proxy. */
  readonly isFromPlatform: boolean;

  constructor({ operationId, status, headers, body }: RefusedAnswer) {
    const told = errorIn(body);
    super(
      told?.code ?? codeOf(status),
      told?.message ?? `${operationId} was answered with HTTP status ${status}, and not by the platform.`,
      told?.details,
      secondsOf(headers.get('retry-after')),
    );
    this.operationId = operationId;
    this.status = status;
    this.requestId = headers.get('x-request-id') ?? undefined;
    this.body = body;
    this.isFromPlatform = told !== undefined;
  }

  /** The cause, where several have one code; docs/errors.md of the platform lists them. */
  get reason(): string | undefined {
    const { reason } = this.details ?? {};
    return typeof reason === 'string' ? reason : undefined;
  }
}

interface ErrorBody {
  code: ProblemCode;
  message: string;
  details?: Record<string, unknown>;
}

/** The refusal that a stream tells as its last event. */
export function problemInStream(operationId: string, body: unknown): Problem {
  const status = problemCodes[errorIn(body)?.code ?? 'INTERNAL_ERROR']?.http ?? 500;
  return new Problem({ operationId, status, headers: new Headers(), body });
}

/** The error of a body; undefined for the body of a proxy. */
function errorIn(body: unknown): ErrorBody | undefined {
  const { code, message, details } = (body ?? {}) as Partial<Record<keyof ErrorBody, unknown>>;
  if (typeof code !== 'string' || typeof message !== 'string') return undefined;
  const isObject = typeof details === 'object' && details !== null;
  return { code: code as ProblemCode, message, ...(isObject && { details: details as Record<string, unknown> }) };
}

/** The code of a refusal that has none: the first one with its status. */
function codeOf(status: number): ProblemCode {
  const found = Object.entries(problemCodes).find(([, { http }]) => http === status);
  return (found?.[0] ?? (status < 500 ? 'VALIDATION_ERROR' : 'INTERNAL_ERROR')) as ProblemCode;
}

/** The seconds of `Retry-After`, which proxies also write as a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number.isNaN(Number(header)) ? (Date.parse(header) - Date.now()) / 1_000 : Number(header);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
