import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { archiveSwarm as archive } from '../../actions/swarms/change-swarms.ts';
import type { Deps } from '../../deps.ts';

export const archiveSwarm = ({ pool }: Deps) =>
  handle(operations.archiveSwarm, async (_caller, { projectId, swarmId }) => {
    await archive(pool, { projectId, swarmId });
    return { id: swarmId, projectId, archived: true as const };
  });
