import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import { notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { auditedStudy, type StoredStudy, type VisitEnd } from '../../domain/studies/study-record.ts';
import { claimEnvironment } from '../../store/environments/environments.ts';
import { claimStudy, replaceStudy } from '../../store/studies/studies.ts';
import { endVisits } from './end-visits.ts';

export interface StudyTarget {
  projectId: string;
  studyId: string;
}

/** A changed study, with the reason why its visits end, if they do. */
export interface StudyChange {
  study: StoredStudy;
  endsVisits?: VisitEnd;
}

/** Changes a published study; a change that ends visits raises its access version. Throws NOT_FOUND. */
export function changeStudy(
  pool: Pool,
  { projectId, studyId }: StudyTarget,
  change: (study: StoredStudy, tx: Tx) => StudyChange | Promise<StudyChange>,
): Promise<StoredStudy> {
  return transaction(pool, async (tx) => {
    const before = await claimStudy(tx, projectId, studyId);
    if (!before) throw notFound('study');
    const { study, endsVisits } = await change(before, tx);
    const accessVersion = before.accessVersion + (endsVisits ? 1 : 0);
    const after = await replaceStudy(tx, { ...study, accessVersion });
    if (endsVisits) await endVisits(tx, { studyId }, endsVisits);
    await audit(tx, { target: { studyId }, before: auditedStudy(before), after: auditedStudy(after) });
    return after;
  });
}

/** Lets a study use another environment. Throws NOT_FOUND, or CONFLICT when it is archived. */
export const rebindStudy = (pool: Pool, target: StudyTarget, environmentId: string): Promise<StoredStudy> =>
  changeStudy(pool, target, async (study, tx) => {
    const environment = await claimEnvironment(tx, target.projectId, environmentId);
    if (!environment) throw notFound('environment');
    if (environment.isArchived) throw unlaunchableProblem('ENV_ARCHIVED');
    return environmentId === study.environmentId
      ? { study }
      : { study: { ...study, environmentId }, endsVisits: 'rebound' };
  });
