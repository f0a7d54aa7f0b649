import type { CreateEnvironment, ProjectEnvironment } from '@assay/contract/areas/environments/documents';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { onceWithKey, type FirstReply, type RepeatableRequest } from '@assay/kit/requests/idempotency';
import { stateOf, type StoredEnvironment } from '../../domain/environments/environment-record.ts';
import { toEnvironment, viewOf } from '../../domain/environments/environment-view.ts';
import { nameTakenProblem } from '../../domain/refusals.ts';
import { insertEnvironmentRevision } from '../../store/environments/environment-revisions.ts';
import { insertEnvironment } from '../../store/environments/environments.ts';
import { admitToProject } from '../projects/admit-to-project.ts';
import { assertReferences } from './environment-references.ts';

/**
 * Writes an environment once per idempotency key. Throws NOT_FOUND for an unknown client or server group, CONFLICT when
 * the name is taken.
 */
export function createEnvironment(
  pool: Pool,
  projectId: string,
  { name, ...settings }: CreateEnvironment,
  request: RepeatableRequest,
  createdBy: string | undefined,
): Promise<FirstReply<ProjectEnvironment>> {
  const state = stateOf(name, settings);
  return transaction(pool, (tx) =>
    onceWithKey(tx, request, async () => {
      await assertReferences(tx, projectId, state);
      const environment = await insertEnvironment(tx, { id: newId('env'), projectId, ...state, name });
      if (!environment) throw nameTakenProblem('an environment', name);
      await admitToProject(tx, projectId, 'environments');
      await recordCreation(tx, environment, createdBy);
      return toEnvironment(environment);
    }),
  );
}

/** Stores the first revision of an environment, and writes its creation into the audit log. */
export async function recordCreation(
  tx: Tx,
  environment: StoredEnvironment,
  createdBy: string | undefined,
): Promise<void> {
  const { id, revision } = environment;
  const settings = { ...viewOf(environment) };
  await insertEnvironmentRevision(tx, id, { revision, settings, changed: [], createdBy });
  await audit(tx, { target: { environmentId: id }, after: settings });
}
