import { Metadata, status as grpc, type StatusObject } from '@grpc/grpc-js';
import { ProblemDetail, RpcStatus } from '@assay/mesh/gen/assay/v1/problem';
import { grpcCodes } from '@assay/mesh/rpc/grpc-codes';
import { isProblemCode, outcomeUnknown, Problem, reasons, unavailable } from '@assay/contract/problem';

/** The trailer that gRPC tools read google.rpc.Status from. */
const DETAILS = 'grpc-status-details-bin';
/** Trailers are bounded by the peer, and one that is over the bound ends the whole connection, other calls included. */
const MAX_MESSAGE_CHARS = 1_000;
const MAX_DETAIL_BYTES = 8_000;
/** When a repetition makes sense while services of two versions serve side by side, in seconds. */
const UPGRADE_RETRY_S = 10;
const TYPE_URL = 'type.googleapis.com/assay.v1.ProblemDetail';

/** Problem → gRPC status; the problem itself rides in the status details. */
export function toStatus(problem: Problem): StatusObject {
  const { code, retryAfter } = problem;
  // Half a character, as of a text that was cut, cannot be written into a trailer.
  const message = clip(problem.message, MAX_MESSAGE_CHARS).toWellFormed();
  const details = fitting(problem.details);
  const detail = ProblemDetail.encode({
    code,
    message,
    retryAfter: retryAfter ?? 0,
    details: details ? Buffer.from(JSON.stringify(details)) : Buffer.alloc(0),
  }).finish();
  const status = {
    code: grpcCodes[code],
    message,
    details: [{ typeUrl: TYPE_URL, value: Buffer.from(detail) }],
  };
  const metadata = new Metadata();
  metadata.set(DETAILS, Buffer.from(RpcStatus.encode(status).finish()));
  return { code: grpcCodes[code], details: message, metadata };
}

const clip = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}…` : text);

/** Details that fit: as they are, else with their long texts clipped, else only what a program reads to tell causes apart. */
function fitting(details: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (details === undefined || sizeOf(details) <= MAX_DETAIL_BYTES) return details;
  const clipped = JSON.parse(
    JSON.stringify(details, (_key, value: unknown) => (typeof value === 'string' ? clip(value, 200) : value)),
  ) as Record<string, unknown>;
  if (sizeOf(clipped) <= MAX_DETAIL_BYTES) return clipped;
  return { truncated: true, ...(typeof clipped.reason === 'string' && { reason: clipped.reason }) };
}

const sizeOf = (details: object) => Buffer.byteLength(JSON.stringify(details));

/**
 * gRPC status → Problem. A status without our detail is a fault of the mesh, never of the caller; after it, a call that
 * `hasEffect` is not told as retryable.
 */
export function fromStatus(error: Partial<StatusObject>, hasEffect = false): Problem {
  const [trailer] = error.metadata?.get(DETAILS) ?? [];
  const detail =
    Buffer.isBuffer(trailer) && RpcStatus.decode(trailer).details.find(({ typeUrl }) => typeUrl === TYPE_URL);
  if (!detail) return ofMesh(error, hasEffect);
  const { code, message, details, retryAfter } = ProblemDetail.decode(detail.value);
  return new Problem(
    isProblemCode(code) ? code : 'INTERNAL_ERROR',
    message,
    details.length ? (JSON.parse(details.toString()) as Record<string, unknown>) : undefined,
    retryAfter || undefined,
  );
}

function ofMesh({ code }: Partial<StatusObject>, hasEffect: boolean): Problem {
  if (code === grpc.DEADLINE_EXCEEDED || code === grpc.CANCELLED)
    return new Problem('TIMEOUT', 'The answer did not arrive in time.');
  if (code === grpc.UNAVAILABLE && hasEffect) return outcomeUnknown();
  if (code === grpc.UNAVAILABLE) return unavailable('A part of the platform cannot be reached; try again shortly.');
  if (code === grpc.UNIMPLEMENTED)
    return unavailable('A part of the platform is older than another; try again when its upgrade is over.', {
      reason: reasons.RPC_UNKNOWN,
      retryAfter: UPGRADE_RETRY_S,
    });
  return new Problem('INTERNAL_ERROR', 'Internal error.');
}
