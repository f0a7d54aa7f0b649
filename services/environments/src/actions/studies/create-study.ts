import { conflict, notFound } from '@assay/contract/problem';
import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import { defaultGuestExecution } from '@assay/contract/areas/studies/guest-execution';
import type { PublishStudy } from '@assay/contract/areas/studies/documents';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { auditedStudy, type StoredStudy } from '../../domain/studies/study-record.ts';
import { claimEnvironment } from '../../store/environments/environments.ts';
import { insertStudy, listStudiesOfEnvironment } from '../../store/studies/studies.ts';

/** The environment to publish, and who publishes it. */
export interface Publication {
  organizationId: string;
  projectId: string;
  environmentId: string;
  userId: string | undefined;
}

/**
 * Publishes an environment, or answers its first study. Throws NOT_FOUND, or CONFLICT when the environment has no name
 * or is archived.
 */
export function createStudy(
  pool: Pool,
  { organizationId, projectId, environmentId, userId }: Publication,
  { name, description = '', mode = 'invited_only' }: PublishStudy,
): Promise<{ study: StoredStudy; isNew: boolean }> {
  return transaction(pool, async (tx) => {
    // The lock keeps a second publication, and an archiving, waiting for the end of this one.
    const environment = await claimEnvironment(tx, projectId, environmentId);
    if (!environment) throw notFound('environment');
    const [published] = await listStudiesOfEnvironment(tx, environmentId);
    if (published) {
      await audit(tx);
      return { study: published, isNew: false };
    }
    if (environment.name === undefined)
      throw conflict('An ad-hoc environment cannot be published: give it a name first.');
    if (environment.isArchived) throw unlaunchableProblem('ENV_ARCHIVED');
    const study = await insertStudy(tx, {
      id: newId('study'),
      organizationId,
      projectId,
      environmentId,
      name: name ?? environment.name,
      description,
      mode,
      guestExecution: defaultGuestExecution,
      createdBy: userId,
    });
    await audit(tx, { target: { studyId: study.id }, after: auditedStudy(study) });
    return { study, isNew: true };
  });
}
