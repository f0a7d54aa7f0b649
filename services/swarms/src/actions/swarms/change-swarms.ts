import type { CreateSwarm, Swarm, UpdateSwarm } from '@assay/contract/areas/swarms/documents';
import { notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { onceWithKey, type FirstReply, type RepeatableRequest } from '@assay/kit/requests/idempotency';
import { editedSwarm, toSwarm } from '../../domain/swarms/swarm.ts';
import { archiveSwarmRow, claimSwarm, findSwarm, insertSwarm, replaceSwarm } from '../../store/swarms/swarms.ts';
import { admitToProject } from '../projects/admit-to-project.ts';

/** Writes a swarm once per idempotency key. */
export const createSwarm = (
  pool: Pool,
  projectId: string,
  { name, description, environmentIds = [], sessionsPerTarget, maxTurns }: CreateSwarm,
  request: RepeatableRequest,
): Promise<FirstReply<Swarm>> =>
  transaction(pool, (tx) =>
    onceWithKey(tx, request, async () => {
      const swarm = await insertSwarm(tx, {
        id: newId('swarm'),
        projectId,
        name,
        description: description ?? null,
        environmentIds: [...new Set(environmentIds)],
        sessionsPerTarget,
        maxTurns,
      });
      await admitToProject(tx, projectId, 'swarms');
      await audit(tx, { target: { swarmId: swarm.id }, after: toSwarm(swarm) });
      return toSwarm(swarm);
    }),
  );

export interface SwarmTarget {
  projectId: string;
  swarmId: string;
}

/** Edits a swarm that is not archived. Throws NOT_FOUND. */
export const updateSwarm = (pool: Pool, { projectId, swarmId }: SwarmTarget, edit: UpdateSwarm): Promise<Swarm> =>
  transaction(pool, async (tx) => {
    const before = await claimSwarm(tx, projectId, swarmId);
    if (!before) throw notFound('swarm');
    const after = await replaceSwarm(tx, editedSwarm(before, edit));
    await audit(tx, { target: { swarmId }, before: toSwarm(before), after: toSwarm(after) });
    return toSwarm(after);
  });

/** Archives a swarm; one that is archived stays so. Throws NOT_FOUND. */
export const archiveSwarm = (pool: Pool, { projectId, swarmId }: SwarmTarget): Promise<void> =>
  transaction(pool, async (tx) => {
    const swarm = await claimSwarm(tx, projectId, swarmId);
    if (!swarm && !(await findSwarm(tx, projectId, swarmId))) throw notFound('swarm');
    if (swarm) await archiveSwarmRow(tx, projectId, swarmId);
    await audit(tx, swarm && { target: { swarmId }, before: toSwarm(swarm) });
  });
