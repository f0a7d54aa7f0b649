import { roleIncludes, type Role } from '@assay/contract/access';
import { refuseFault } from '@assay/contract/fault';
import { forbidden } from '@assay/contract/problem';
import { studyModes, type StudyMode, type UpdateStudy } from '@assay/contract/areas/studies/documents';
import type { StoredStudy, VisitEnd } from './study-record.ts';

const breadthOf = (mode: StudyMode): number => studyModes.indexOf(mode);

/** Throws VALIDATION_ERROR for an edit of the mode together with anything else. */
export function assertModeAlone({ mode, ...others }: UpdateStudy): void {
  if (mode !== undefined && Object.keys(others).length > 0)
    refuseFault({ path: '/mode', message: 'is changed alone: send name and description in another request' });
}

/** An edited study, with the reason to end its visits where it admits fewer people; FORBIDDEN where only an admin may. */
export function editedStudy(
  study: StoredStudy,
  { mode = study.mode, name = study.name, description = study.description }: UpdateStudy,
  role: Role | undefined,
): { study: StoredStudy; endsVisits?: VisitEnd } {
  const wider = breadthOf(mode) - breadthOf(study.mode);
  if (wider > 0 && !roleIncludes(role, 'admin'))
    throw forbidden('A mode that admits more people needs the admin role in the project.');
  return { study: { ...study, mode, name, description }, ...(wider < 0 && { endsVisits: 'narrowed' as const }) };
}
