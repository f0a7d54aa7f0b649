import { Metadata, status as grpc, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { ProblemDetail, RpcStatus } from '@assay/contract/gen/assay/v1/problem';
import { codes, Problem, type Code } from '@assay/contract/problem';

/** The trailer that gRPC tools read google.rpc.Status from. */
const DETAILS = 'grpc-status-details-bin';
const TYPE_URL = 'type.googleapis.com/assay.v1.ProblemDetail';

/** Problem → gRPC status; the problem itself rides in the status details. */
export function toStatus(problem: Problem): Partial<StatusObject> {
  const { code, message, details, retryAfter } = problem;
  const detail = ProblemDetail.encode({
    code, message, retryAfter: retryAfter ?? 0,
    details: details ? Buffer.from(JSON.stringify(details)) : Buffer.alloc(0),
  }).finish();
  const status = { code: codes[code].grpc, message, details: [{ typeUrl: TYPE_URL, value: Buffer.from(detail) }] };
  const metadata = new Metadata();
  metadata.set(DETAILS, Buffer.from(RpcStatus.encode(status).finish()));
  return { code: codes[code].grpc, details: message, metadata };
}

/** gRPC status → Problem. A status without our detail is a fault of the mesh, never of the caller. */
export function fromStatus(error: Partial<ServiceError>): Problem {
  const [trailer] = error.metadata?.get(DETAILS) ?? [];
  const detail = Buffer.isBuffer(trailer) && RpcStatus.decode(trailer).details.find(({ typeUrl }) => typeUrl === TYPE_URL);
  if (!detail) return ofMesh(error);
  const { code, message, details, retryAfter } = ProblemDetail.decode(detail.value);
  const known: Code = code in codes ? code as Code : 'INTERNAL_ERROR';
  return new Problem(known, message, details.length ? JSON.parse(details.toString()) as Record<string, unknown> : undefined, retryAfter || undefined);
}

function ofMesh({ code }: Partial<ServiceError>): Problem {
  if (code === grpc.DEADLINE_EXCEEDED || code === grpc.CANCELLED) return new Problem('TIMEOUT', 'The answer did not arrive in time.');
  if (code === grpc.UNAVAILABLE) return new Problem('INTERNAL_ERROR', 'A part of the platform cannot be reached; try again shortly.', undefined, 1);
  return new Problem('INTERNAL_ERROR', 'Internal error.');
}
