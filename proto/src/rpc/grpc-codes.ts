import { status } from '@grpc/grpc-js';
import type { ProblemCode } from '@assay/contract/problem';

/** The gRPC status that carries each code of a problem across the mesh. */
export const grpcCodes = {
  VALIDATION_ERROR: status.INVALID_ARGUMENT,
  UNAUTHORIZED: status.UNAUTHENTICATED,
  OAUTH_REQUIRED: status.FAILED_PRECONDITION,
  FORBIDDEN: status.PERMISSION_DENIED,
  NOT_FOUND: status.NOT_FOUND,
  CONFLICT: status.ABORTED,
  FEATURE_NOT_SUPPORTED: status.UNIMPLEMENTED,
  RATE_LIMITED: status.RESOURCE_EXHAUSTED,
  INTERNAL_ERROR: status.INTERNAL,
  SERVER_UNREACHABLE: status.UNAVAILABLE,
  UNAVAILABLE: status.UNAVAILABLE,
  TIMEOUT: status.DEADLINE_EXCEEDED,
} as const satisfies Record<ProblemCode, status>;
