import type { AdhocEnvironment } from '@assay/contract/areas/environments/documents';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { requestHash } from '@assay/kit/requests/idempotency';
import { stateOf, type StoredEnvironment } from '../../domain/environments/environment-record.ts';
import { ensureAdhocRow } from '../../store/environments/environments.ts';
import { admitToProject } from '../projects/admit-to-project.ts';
import { recordCreation } from './create-environment.ts';
import { assertReferences } from './environment-references.ts';

/**
 * The ad-hoc environment with these settings, which is written when the project has none. Throws NOT_FOUND for an
 * unknown client or server group.
 */
export function ensureAdhocEnvironment(
  pool: Pool,
  projectId: string,
  settings: AdhocEnvironment,
  createdBy: string | undefined,
): Promise<{ environment: StoredEnvironment; created: boolean }> {
  const state = stateOf(undefined, settings);
  return transaction(pool, async (tx) => {
    await assertReferences(tx, projectId, state);
    const ensured = await ensureAdhocRow(tx, { id: newId('env'), projectId, ...state }, requestHash(settings));
    if (!ensured.created) {
      await audit(tx);
      return ensured;
    }
    await admitToProject(tx, projectId, 'adhocEnvironments');
    await recordCreation(tx, ensured.environment, createdBy);
    return ensured;
  });
}
