import { refuseFault } from '@assay/contract/fault';
import { conflict, type Problem } from '@assay/contract/problem';

export const nameTakenProblem = (what: string, name: string): Problem =>
  conflict(`The project already has ${what} named "${name}"; case and invisible characters do not count.`);

/** The CONFLICT of an edit of an older revision; `revision` is the present one. */
export const staleProblem = (what: string, revision: number): Problem =>
  conflict(`The ${what} changed since it was read: read it again.`, { currentRevision: revision });

/** Throws VALIDATION_ERROR for an edit without any field to change. */
export function assertNamesChange(change: object): void {
  if (Object.keys(change).length === 0) refuseFault({ path: '', message: 'has no field to change' });
}
