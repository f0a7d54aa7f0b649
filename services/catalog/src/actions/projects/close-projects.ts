import { ProjectDeleted } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import { hideProjects } from '../../store/projects/projects.ts';
import { deleteRunnerTokensOf } from '../../store/runner-tokens/runner-tokens.ts';
import { deleteSecretsOf } from '../../store/secrets/secrets.ts';
import { deleteServersOf } from '../../store/servers/servers.ts';

/**
 * Hides projects, deletes their secrets, servers and runner tokens, and publishes `ProjectDeleted`, so that other services
 * delete their part.
 */
export async function closeProjects(tx: Tx, organizationId: string, projectIds: string[]): Promise<void> {
  await hideProjects(tx, organizationId, projectIds);
  // Secrets before servers, as a rotation locks them.
  await deleteSecretsOf(tx, projectIds);
  await deleteServersOf(tx, projectIds);
  await deleteRunnerTokensOf(tx, projectIds);
  const deletedAtMs = Date.now();
  await publish(tx, ProjectDeleted, ...projectIds.map((projectId) => ({ projectId, organizationId, deletedAtMs })));
}
