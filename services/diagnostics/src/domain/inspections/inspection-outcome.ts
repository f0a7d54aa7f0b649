import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { InspectionOutcome } from '@assay/mesh/gen/assay/v1/inspection';
import { isObject } from '@assay/contract/json';
import { isProblemCode, Problem } from '@assay/contract/problem';

/**
 * The outcome of an inspection on a runner: the answer in bytes or the Problem, and the surface if the runner read it.
 */
export interface ReportedOutcome {
  answer: Buffer | Problem;
  surface: Surface | undefined;
}

/** Parses the outcome that a runner reports; undefined when it is malformed. A runner is not trusted. */
export function readOutcome(bytes: Buffer): ReportedOutcome | undefined {
  try {
    const { reply, problem, surface } = InspectionOutcome.decode(bytes);
    const answer = problem ? problemIn(problem) : reply && isDocument(reply) ? reply : undefined;
    return answer && { answer, surface: surface.length > 0 ? (JSON.parse(surface.toString()) as Surface) : undefined };
  } catch {
    return undefined;
  }
}

/** Answers of the API are JSON objects. */
const isDocument = (bytes: Buffer): boolean => isObject(JSON.parse(bytes.toString()));

function problemIn(bytes: Buffer): Problem | undefined {
  const read: unknown = JSON.parse(bytes.toString());
  if (!isObject(read)) return undefined;
  const { code, message, details } = read;
  if (typeof code !== 'string' || typeof message !== 'string' || (details !== undefined && !isObject(details)))
    return undefined;
  return new Problem(isProblemCode(code) ? code : 'INTERNAL_ERROR', message, details);
}
