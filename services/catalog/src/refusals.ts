import { conflict, invalid, type Problem } from '@assay/contract/problem';
import type { Fault } from './domain/server-config.ts';

/** Throws VALIDATION_ERROR in the shape that schema violations have. */
export function refuse(fault: Fault | undefined): void {
  if (fault) throw invalid(`${fault.path} ${fault.message}.`, { issues: [fault] });
}

export const nameTaken = (name: string): Problem => conflict(`The project already has a server named "${name}".`);
