import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toSwarmFinding } from '../../domain/findings/finding.ts';
import { listSwarmFindings as listStored } from '../../store/findings/swarm-findings.ts';

export const listSwarmFindings = ({ pool, cursors }: Deps) =>
  handle(operations.listSwarmFindings, (_caller, { projectId }, query) =>
    pageOfList(operations.listSwarmFindings, cursors, query, {
      name: `journey findings of ${projectId}`,
      find: async (after: [number, string] | undefined, limit) =>
        (await listStored(pool, projectId, after, limit)).map(toSwarmFinding),
      positionOf: ({ lastSeenAt, id }) => [lastSeenAt, id],
    }),
  );
