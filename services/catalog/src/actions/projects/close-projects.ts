import { ProjectDeleted } from '@assay/contract/gen/assay/v1/events';
import type { Tx } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { publish } from '@assay/kit/events/outbox';
import { hideProjects } from '../../store/projects/projects.ts';
import { deleteRunnerTokensOf } from '../../store/runner-tokens/runner-tokens.ts';
import { deleteServersOf } from '../../store/servers/servers.ts';
import { ACCESS } from '../../domain/topics.ts';

/** Hides projects from everybody, takes what opens doors, and tells the other rooms, who own the rest of them. */
export async function closeProjects(tx: Tx, organizationId: string, projectIds: string[]): Promise<void> {
  await hideProjects(tx, projectIds);
  await deleteServersOf(tx, projectIds);
  await deleteRunnerTokensOf(tx, projectIds);
  const deletedAtMs = Date.now();
  await publish(
    tx,
    ...projectIds.map((projectId) => ({
      topic: ACCESS,
      key: projectId,
      id: newId('evt'),
      type: 'assay.v1.ProjectDeleted',
      value: ProjectDeleted.encode({ projectId, organizationId, deletedAtMs }).finish(),
    })),
  );
}
