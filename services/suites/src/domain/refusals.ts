import { conflict, invalid, type Problem } from '@assay/contract/problem';
import type { Fault } from '@assay/suite-file/fault';

/** Throws VALIDATION_ERROR in the shape that schema violations have. */
export function refuse(fault: Fault | undefined, details: Record<string, unknown> = {}): void {
  if (fault) throw invalid(`${fault.path || 'The body'} ${fault.message}.`, { ...details, issues: [fault] });
}

export const nameTaken = (name: string): Problem => conflict(`The project already has a suite named "${name}".`);
