import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { readinessRun, type StoredReadiness } from '../../domain/readiness/readiness-run.ts';
import { listDirectoryRuns } from '../../store/directory-runs/directory-runs.ts';

export const listReadinessRuns = ({ pool, cursors }: Deps) =>
  handle(
    operations.listReadinessRuns,
    async (_caller, { projectId }, { readinessKind: variant, serverId, ...query }) => {
      const { items, ...page } = await pageOfList(operations.listReadinessRuns, cursors, query, {
        name: `readiness runs ${projectId} ${variant ?? ''} ${serverId ?? ''}`,
        find: (after: [number, string] | undefined, limit) =>
          listDirectoryRuns<StoredReadiness>(pool, projectId, { kind: 'readiness', variant, serverId }, after, limit),
        positionOf: ({ createdAt, id }) => [createdAt.getTime(), id],
      });
      return { items: items.map(readinessRun), ...page };
    },
  );
