import { invalid, type Problem } from './problem.ts';

/** A rule that a request breaks and that its schema cannot express: a JSON pointer, and a message. */
export interface Fault {
  path: string;
  message: string;
}

/** The VALIDATION_ERROR for one fault of a request, in the shape of schema violations. */
export const faultProblem = (fault: Fault, details: Record<string, unknown> = {}): Problem =>
  invalid(`${fault.path || 'The body'} ${fault.message}.`, { issues: [fault], ...details });

/** Throws VALIDATION_ERROR for a fault; does nothing for undefined. */
export function refuseFault(fault: Fault | undefined, details: Record<string, unknown> = {}): void {
  if (fault) throw faultProblem(fault, details);
}
