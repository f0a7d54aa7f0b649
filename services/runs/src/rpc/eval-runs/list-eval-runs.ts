import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import { listRuns } from '../../store/eval-runs/runs.ts';

export const listEvalRuns = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalRuns, async (_caller, { projectId }, query) => {
    const page = await pageOfList(operations.listEvalRuns, cursors, query, {
      name: `runs ${projectId}`,
      find: (after: [number, string] | undefined, limit) => listRuns(pool, projectId, query, after, limit),
      positionOf: ({ createdAt, id }) => [createdAt.getTime(), id],
    });
    return { ...page, items: page.items.map(runRecord) };
  });
