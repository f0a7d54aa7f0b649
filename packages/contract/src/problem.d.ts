/** Every code that a caller can meet, with its HTTP status. */
export declare const problemCodes: {
  readonly VALIDATION_ERROR: {
    readonly http: 400;
  };
  readonly UNAUTHORIZED: {
    readonly http: 401;
  };
  readonly OAUTH_REQUIRED: {
    readonly http: 401;
  };
  readonly FORBIDDEN: {
    readonly http: 403;
  };
  readonly NOT_FOUND: {
    readonly http: 404;
  };
  readonly CONFLICT: {
    readonly http: 409;
  };
  readonly FEATURE_NOT_SUPPORTED: {
    readonly http: 422;
  };
  readonly RATE_LIMITED: {
    readonly http: 429;
  };
  readonly INTERNAL_ERROR: {
    readonly http: 500;
  };
  readonly SERVER_UNREACHABLE: {
    readonly http: 502;
  };
  readonly UNAVAILABLE: {
    readonly http: 503;
  };
  readonly TIMEOUT: {
    readonly http: 504;
  };
};
export type ProblemCode = keyof typeof problemCodes;
/** Whether a foreign word is one of the codes. */
export declare const isProblemCode: (word: unknown) => word is ProblemCode;
/** The `details.reason` values: machine-readable causes that a code alone does not tell apart. */
export declare const reasons: {
  readonly ORPHANED_KEY: 'ORPHANED_KEY';
  readonly REVOKED_KEY: 'REVOKED_KEY';
  readonly MISTYPED_KEY: 'MISTYPED_KEY';
  readonly CSRF_TOKEN_NEEDED: 'CSRF_TOKEN_NEEDED';
  readonly SCOPE_NEEDED: 'SCOPE_NEEDED';
  readonly RPC_UNKNOWN: 'RPC_UNKNOWN';
  readonly NO_SAVED_SERVER_SELECTION: 'NO_SAVED_SERVER_SELECTION';
  readonly CONCURRENT_RUN_LIMIT: 'CONCURRENT_RUN_LIMIT';
  readonly TRACE_NOT_AVAILABLE: 'TRACE_NOT_AVAILABLE';
  readonly WINDOW_NOT_MINED: 'WINDOW_NOT_MINED';
  readonly ENVIRONMENT_NOT_ATTACHED: 'ENVIRONMENT_NOT_ATTACHED';
  readonly ENVIRONMENT_SERVERS_NOT_OVERRIDABLE: 'ENVIRONMENT_SERVERS_NOT_OVERRIDABLE';
  readonly CI_OWNED_SUITE_READ_ONLY: 'CI_OWNED_SUITE_READ_ONLY';
  readonly DUPLICATE_CASE_ID: 'DUPLICATE_CASE_ID';
  readonly DUPLICATE_CONTENT: 'DUPLICATE_CONTENT';
  readonly DUPLICATE_IDEMPOTENCY_KEY: 'DUPLICATE_IDEMPOTENCY_KEY';
  readonly IDEMPOTENCY_CONFLICT: 'IDEMPOTENCY_CONFLICT';
  readonly OVERRIDE_REASON_REQUIRED: 'OVERRIDE_REASON_REQUIRED';
  readonly SCHEDULE_ENVIRONMENT_PIN_REQUIRED: 'SCHEDULE_ENVIRONMENT_PIN_REQUIRED';
  readonly IMPORT_NOT_RUNNABLE: 'IMPORT_NOT_RUNNABLE';
  readonly IMPORT_APPROVAL_REQUIRED: 'IMPORT_APPROVAL_REQUIRED';
  readonly ENVIRONMENT_REQUIRED: 'ENVIRONMENT_REQUIRED';
  readonly environment_model_required: 'environment_model_required';
  readonly HOST_NOT_ATTACHED: 'HOST_NOT_ATTACHED';
  readonly HOST_REQUIRED: 'HOST_REQUIRED';
  readonly HETEROGENEOUS_TARGETS: 'HETEROGENEOUS_TARGETS';
  readonly BASELINE_NOT_FOUND: 'BASELINE_NOT_FOUND';
  readonly RERUN_NOTHING_TO_RERUN: 'RERUN_NOTHING_TO_RERUN';
  readonly RERUN_SOURCE_NOT_TERMINAL: 'RERUN_SOURCE_NOT_TERMINAL';
  readonly RUN_NOT_TERMINAL: 'RUN_NOT_TERMINAL';
  readonly BUDGET_EXHAUSTED: 'BUDGET_EXHAUSTED';
  readonly BACKTEST_COOLDOWN: 'BACKTEST_COOLDOWN';
  readonly CASSETTE_MISS: 'CASSETTE_MISS';
  readonly GOAL_NOT_UNDERSTOOD: 'GOAL_NOT_UNDERSTOOD';
  readonly GRANT_LOST: 'GRANT_LOST';
  readonly GRANT_EXPIRED: 'GRANT_EXPIRED';
  readonly GRANT_REJECTED: 'GRANT_REJECTED';
  readonly GRANT_FOR_ANOTHER_ORIGIN: 'GRANT_FOR_ANOTHER_ORIGIN';
  readonly RUNNER_CREDENTIALS_MISMATCH: 'RUNNER_CREDENTIALS_MISMATCH';
  readonly CONNECTION_LIMIT: 'CONNECTION_LIMIT';
  readonly EGRESS_REFUSED: 'EGRESS_REFUSED';
  readonly TUNNEL_NOT_CONNECTED: 'TUNNEL_NOT_CONNECTED';
  readonly TUNNEL_SERVER_UNREACHABLE: 'TUNNEL_SERVER_UNREACHABLE';
  readonly TUNNEL_OUT_OF_REACH: 'TUNNEL_OUT_OF_REACH';
  readonly EGRESS_PROXY_FAILED: 'EGRESS_PROXY_FAILED';
  readonly OUTCOME_UNKNOWN: 'OUTCOME_UNKNOWN';
  readonly ANSWERS_IN_FLIGHT: 'ANSWERS_IN_FLIGHT';
  readonly BYTES_IN_FLIGHT: 'BYTES_IN_FLIGHT';
  readonly COMMANDS_NEED_ADMIN: 'COMMANDS_NEED_ADMIN';
  readonly PERSON_DECIDES: 'PERSON_DECIDES';
  readonly SECRETS_NEED_ADMIN: 'SECRETS_NEED_ADMIN';
  readonly SECRET_IN_USE: 'SECRET_IN_USE';
  readonly HARNESS_UNAVAILABLE: 'HARNESS_UNAVAILABLE';
  readonly BROWSER_UNAVAILABLE: 'BROWSER_UNAVAILABLE';
  readonly CLIENT_SETTING_UNSUPPORTED: 'CLIENT_SETTING_UNSUPPORTED';
  readonly SANDBOX_LAUNCHER_UNAVAILABLE: 'SANDBOX_LAUNCHER_UNAVAILABLE';
  readonly TURN_IN_PROGRESS: 'TURN_IN_PROGRESS';
  readonly SESSION_VERSION_CONFLICT: 'SESSION_VERSION_CONFLICT';
  readonly CONTINUATION_NOT_ALLOWED: 'CONTINUATION_NOT_ALLOWED';
  readonly CONFIG_ON_CONTINUATION: 'CONFIG_ON_CONTINUATION';
  readonly MODEL_AMBIGUOUS: 'MODEL_AMBIGUOUS';
  readonly MODEL_NOT_RUNNABLE: 'MODEL_NOT_RUNNABLE';
  readonly HOST_TARGET_REQUIRED: 'HOST_TARGET_REQUIRED';
  readonly SIGN_IN_NEEDED: 'SIGN_IN_NEEDED';
  readonly STUDY_PAUSED: 'STUDY_PAUSED';
  readonly BROWSER_CAPACITY: 'BROWSER_CAPACITY';
  readonly BROWSER_CLOSED: 'BROWSER_CLOSED';
  readonly BROWSER_COMMANDS_USED_UP: 'BROWSER_COMMANDS_USED_UP';
  readonly BROWSER_OUTCOME_UNKNOWN: 'BROWSER_OUTCOME_UNKNOWN';
  readonly BROWSER_PROFILE_IN_USE: 'BROWSER_PROFILE_IN_USE';
  readonly COMMAND_IN_PROGRESS: 'COMMAND_IN_PROGRESS';
};
/** The one error that callers see. Any other error is a bug and reads INTERNAL_ERROR. */
export declare class Problem extends Error {
  readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly details: Record<string, unknown> | undefined;
  /** Seconds until a retry makes sense. */
  readonly retryAfter: number | undefined;
  constructor(code: ProblemCode, message: string, details?: Record<string, unknown>, retryAfter?: number);
}
interface UnavailableDetails extends Record<string, unknown> {
  /** Seconds until a retry makes sense; 1 by default. */
  retryAfter?: number;
}
export declare const invalid: (message: string, details?: Record<string, unknown>) => Problem;
export declare const notFound: (what: string, details?: Record<string, unknown>) => Problem;
export declare const conflict: (message: string, details?: Record<string, unknown>) => Problem;
/**
 * A part of the platform is away, overloaded or stopping, in contrast to a bug: a repetition after `retryAfter` seconds
 * may succeed.
 */
export declare const unavailable: (message: string, { retryAfter, ...details }?: UnavailableDetails) => Problem;
export declare const forbidden: (message: string, details?: Record<string, unknown>) => Problem;
/** An effect outside of the platform may have happened; it is never told as something to try again. */
export declare const outcomeUnknown: () => Problem;
export {};
