import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { auditedStudy } from '../../domain/studies/study-record.ts';
import { claimEnvironment } from '../../store/environments/environments.ts';
import { listStudiesOfEnvironment, markUnpublished } from '../../store/studies/studies.ts';
import { endVisits } from './end-visits.ts';

/**
 * Unpublishes the study of an environment; answers its id, or undefined when there is none. Throws NOT_FOUND for an
 * unknown environment or study, CONFLICT when the environment has several and the request names none.
 */
export function unpublishStudy(
  pool: Pool,
  { projectId, environmentId }: { projectId: string; environmentId: string },
  studyId: string | undefined,
): Promise<string | undefined> {
  return transaction(pool, async (tx) => {
    if (!(await claimEnvironment(tx, projectId, environmentId))) throw notFound('environment');
    const studies = await listStudiesOfEnvironment(tx, environmentId);
    const study = studies.find(({ id }) => id === (studyId ?? studies[0]?.id));
    if (studyId === undefined && studies.length > 1)
      throw conflict('The environment has several studies: name the one to unpublish.', {
        studies: studies.map(({ id, name }) => ({ id, name })),
      });
    if (!study) {
      if (studyId !== undefined && studies.length > 0) throw notFound('study');
      await audit(tx);
      return undefined;
    }
    await markUnpublished(tx, study);
    await endVisits(tx, { studyId: study.id }, 'unpublished');
    await audit(tx, { target: { studyId: study.id }, before: auditedStudy(study) });
    return study.id;
  });
}
