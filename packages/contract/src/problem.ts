/** Every code that a caller can meet, with its HTTP status. */
export const problemCodes = {
  VALIDATION_ERROR: { http: 400 },
  UNAUTHORIZED: { http: 401 },
  OAUTH_REQUIRED: { http: 401 },
  FORBIDDEN: { http: 403 },
  NOT_FOUND: { http: 404 },
  CONFLICT: { http: 409 },
  FEATURE_NOT_SUPPORTED: { http: 422 },
  RATE_LIMITED: { http: 429 },
  INTERNAL_ERROR: { http: 500 },
  SERVER_UNREACHABLE: { http: 502 },
  UNAVAILABLE: { http: 503 },
  TIMEOUT: { http: 504 },
} as const;

export type ProblemCode = keyof typeof problemCodes;

/** Whether a foreign word is one of the codes. */
export const isProblemCode = (word: unknown): word is ProblemCode =>
  typeof word === 'string' && Object.hasOwn(problemCodes, word);

/** The `details.reason` values: machine-readable causes that a code alone does not tell apart. */
export const reasons = {
  ORPHANED_KEY: 'ORPHANED_KEY',
  REVOKED_KEY: 'REVOKED_KEY',
  MISTYPED_KEY: 'MISTYPED_KEY',
  CSRF_TOKEN_NEEDED: 'CSRF_TOKEN_NEEDED',
  SCOPE_NEEDED: 'SCOPE_NEEDED',
  RPC_UNKNOWN: 'RPC_UNKNOWN',
  NO_SAVED_SERVER_SELECTION: 'NO_SAVED_SERVER_SELECTION',
  SUITE_ARCHIVED: 'SUITE_ARCHIVED',
  DRAFT_NEEDS_RUN: 'DRAFT_NEEDS_RUN',
  CONCURRENT_RUN_LIMIT: 'CONCURRENT_RUN_LIMIT',
  TRACE_NOT_AVAILABLE: 'TRACE_NOT_AVAILABLE',
  WINDOW_NOT_MINED: 'WINDOW_NOT_MINED',
  ENVIRONMENT_NOT_ATTACHED: 'ENVIRONMENT_NOT_ATTACHED',
  ENVIRONMENT_SERVERS_NOT_OVERRIDABLE: 'ENVIRONMENT_SERVERS_NOT_OVERRIDABLE',
  CI_OWNED_SUITE_READ_ONLY: 'CI_OWNED_SUITE_READ_ONLY',
  DUPLICATE_CASE_ID: 'DUPLICATE_CASE_ID',
  DUPLICATE_CONTENT: 'DUPLICATE_CONTENT',
  DUPLICATE_IDEMPOTENCY_KEY: 'DUPLICATE_IDEMPOTENCY_KEY',
  IDEMPOTENCY_CONFLICT: 'IDEMPOTENCY_CONFLICT',
  OVERRIDE_REASON_REQUIRED: 'OVERRIDE_REASON_REQUIRED',
  SCHEDULE_ENVIRONMENT_PIN_REQUIRED: 'SCHEDULE_ENVIRONMENT_PIN_REQUIRED',
  IMPORT_NOT_RUNNABLE: 'IMPORT_NOT_RUNNABLE',
  IMPORT_APPROVAL_REQUIRED: 'IMPORT_APPROVAL_REQUIRED',
  ENVIRONMENT_REQUIRED: 'ENVIRONMENT_REQUIRED',
  environment_model_required: 'environment_model_required',
  HOST_NOT_ATTACHED: 'HOST_NOT_ATTACHED',
  HOST_REQUIRED: 'HOST_REQUIRED',
  HETEROGENEOUS_TARGETS: 'HETEROGENEOUS_TARGETS',
  BASELINE_NOT_FOUND: 'BASELINE_NOT_FOUND',
  RERUN_NOTHING_TO_RERUN: 'RERUN_NOTHING_TO_RERUN',
  RERUN_SOURCE_NOT_TERMINAL: 'RERUN_SOURCE_NOT_TERMINAL',
  RUN_NOT_TERMINAL: 'RUN_NOT_TERMINAL',
  BUDGET_EXHAUSTED: 'BUDGET_EXHAUSTED',
  BACKTEST_COOLDOWN: 'BACKTEST_COOLDOWN',
  CASSETTE_MISS: 'CASSETTE_MISS',
  GOAL_NOT_UNDERSTOOD: 'GOAL_NOT_UNDERSTOOD',
  GRANT_LOST: 'GRANT_LOST',
  GRANT_EXPIRED: 'GRANT_EXPIRED',
  GRANT_REJECTED: 'GRANT_REJECTED',
  GRANT_FOR_ANOTHER_ORIGIN: 'GRANT_FOR_ANOTHER_ORIGIN',
  RUNNER_CREDENTIALS_MISMATCH: 'RUNNER_CREDENTIALS_MISMATCH',
  CONNECTION_LIMIT: 'CONNECTION_LIMIT',
  EGRESS_REFUSED: 'EGRESS_REFUSED',
  TUNNEL_NOT_CONNECTED: 'TUNNEL_NOT_CONNECTED',
  TUNNEL_SERVER_UNREACHABLE: 'TUNNEL_SERVER_UNREACHABLE',
  TUNNEL_OUT_OF_REACH: 'TUNNEL_OUT_OF_REACH',
  EGRESS_PROXY_FAILED: 'EGRESS_PROXY_FAILED',
  OUTCOME_UNKNOWN: 'OUTCOME_UNKNOWN',
  ANSWERS_IN_FLIGHT: 'ANSWERS_IN_FLIGHT',
  BYTES_IN_FLIGHT: 'BYTES_IN_FLIGHT',
  COMMANDS_NEED_ADMIN: 'COMMANDS_NEED_ADMIN',
  PERSON_DECIDES: 'PERSON_DECIDES',
  SECRETS_NEED_ADMIN: 'SECRETS_NEED_ADMIN',
  SECRET_IN_USE: 'SECRET_IN_USE',
  HARNESS_UNAVAILABLE: 'HARNESS_UNAVAILABLE',
  BROWSER_UNAVAILABLE: 'BROWSER_UNAVAILABLE',
  CLIENT_SETTING_UNSUPPORTED: 'CLIENT_SETTING_UNSUPPORTED',
  SANDBOX_LAUNCHER_UNAVAILABLE: 'SANDBOX_LAUNCHER_UNAVAILABLE',
  TURN_IN_PROGRESS: 'TURN_IN_PROGRESS',
  SESSION_VERSION_CONFLICT: 'SESSION_VERSION_CONFLICT',
  CONTINUATION_NOT_ALLOWED: 'CONTINUATION_NOT_ALLOWED',
  CONFIG_ON_CONTINUATION: 'CONFIG_ON_CONTINUATION',
  MODEL_AMBIGUOUS: 'MODEL_AMBIGUOUS',
  MODEL_NOT_RUNNABLE: 'MODEL_NOT_RUNNABLE',
  HOST_TARGET_REQUIRED: 'HOST_TARGET_REQUIRED',
  SIGN_IN_NEEDED: 'SIGN_IN_NEEDED',
  STUDY_PAUSED: 'STUDY_PAUSED',
  BROWSER_CAPACITY: 'BROWSER_CAPACITY',
  BROWSER_CLOSED: 'BROWSER_CLOSED',
  BROWSER_COMMANDS_USED_UP: 'BROWSER_COMMANDS_USED_UP',
  BROWSER_OUTCOME_UNKNOWN: 'BROWSER_OUTCOME_UNKNOWN',
  BROWSER_PROFILE_IN_USE: 'BROWSER_PROFILE_IN_USE',
  COMMAND_IN_PROGRESS: 'COMMAND_IN_PROGRESS',
} as const;

/** The one error that callers see. Any other error is a bug and reads INTERNAL_ERROR. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly details: Record<string, unknown> | undefined;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined;

  constructor(code: ProblemCode, message: string, details?: Record<string, unknown>, retryAfter?: number) {
    super(message);
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

interface UnavailableDetails extends Record<string, unknown> {
  /** Seconds until a retry makes sense; 1 by default. */
  retryAfter?: number;
}

export const invalid = (message: string, details?: Record<string, unknown>) =>
  new Problem('VALIDATION_ERROR', message, details);
export const notFound = (what: string, details?: Record<string, unknown>) =>
  new Problem('NOT_FOUND', `No such ${what}.`, details);
export const conflict = (message: string, details?: Record<string, unknown>) =>
  new Problem('CONFLICT', message, details);
/**
 * A part of the platform is away, overloaded or stopping, in contrast to a bug: a repetition after `retryAfter` seconds
 * may succeed.
 */
export const unavailable = (message: string, { retryAfter = 1, ...details }: UnavailableDetails = {}) =>
  new Problem('UNAVAILABLE', message, Object.keys(details).length > 0 ? details : undefined, retryAfter);
export const forbidden = (message: string, details?: Record<string, unknown>) =>
  new Problem('FORBIDDEN', message, details);

/** An effect outside of the platform may have happened; it is never told as something to try again. */
export const outcomeUnknown = () =>
  new Problem(
    'INTERNAL_ERROR',
    'The request may have had its effect, but its outcome is not known: check it before you send the request again.',
    { reason: reasons.OUTCOME_UNKNOWN },
  );
