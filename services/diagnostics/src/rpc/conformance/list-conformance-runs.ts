import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { conformanceRun, type StoredConformance } from '../../domain/conformance/conformance-run.ts';
import { listDirectoryRuns } from '../../store/directory-runs/directory-runs.ts';

export const listConformanceRuns = ({ pool, cursors }: Deps) =>
  handle(operations.listConformanceRuns, async (_caller, { projectId }, { serverId, ...query }) => {
    const page = await pageOfList(operations.listConformanceRuns, cursors, query, {
      name: `conformance runs ${projectId} ${serverId ?? ''}`,
      find: (after: [number, string] | undefined, limit) =>
        listDirectoryRuns<StoredConformance>(
          pool,
          projectId,
          { kind: 'conformance', variant: undefined, serverId },
          after,
          limit,
        ),
      positionOf: ({ createdAt, id }) => [createdAt.getTime(), id],
    });
    return { ...page, items: page.items.map(conformanceRun) };
  });
