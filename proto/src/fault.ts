import { invalid, type Problem } from './problem.ts';

/** Where a request breaks a rule that its schema cannot say: a JSON pointer, and what is the matter there. */
export interface Fault {
  path: string;
  message: string;
}

/** The VALIDATION_ERROR about one fault of a request, in the shape that schema violations have. */
export const faultProblem = (fault: Fault, details: Record<string, unknown> = {}): Problem =>
  invalid(`${fault.path || 'The body'} ${fault.message}.`, { issues: [fault], ...details });

/** Throws VALIDATION_ERROR for a fault, and does nothing where there is none. */
export function refuseFault(fault: Fault | undefined, details: Record<string, unknown> = {}): void {
  if (fault) throw faultProblem(fault, details);
}
