import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toSwarm } from '../../domain/swarms/swarm.ts';
import { listSwarms as find } from '../../store/swarms/swarms.ts';

export const listSwarms = ({ pool, cursors }: Deps) =>
  handle(operations.listSwarms, (_caller, { projectId }, query) =>
    pageOfList(operations.listSwarms, cursors, query, {
      name: `swarms of ${projectId}`,
      find: async (after: [string] | undefined, limit) => (await find(pool, projectId, after?.[0], limit)).map(toSwarm),
      positionOf: ({ id }) => [id],
    }),
  );
