import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toSwarm } from '../../domain/swarms/swarm.ts';
import { findSwarm } from '../../store/swarms/swarms.ts';

export const getSwarm = ({ pool }: Deps) =>
  handle(operations.getSwarm, async (_caller, { projectId, swarmId }) => {
    const swarm = await findSwarm(pool, projectId, swarmId);
    if (!swarm || swarm.isArchived) throw notFound('swarm');
    return toSwarm(swarm);
  });
