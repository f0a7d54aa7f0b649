import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { iterationRecord } from '../../domain/iterations/iteration-record.ts';
import { listIterations as list } from '../../store/iterations/iterations.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

export const listEvalRunIterations = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalRunIterations, async (_caller, { projectId, runId }, query) => {
    if (!(await findRun(pool, projectId, runId))) throw notFound('run');
    const page = await pageOfList(operations.listEvalRunIterations, cursors, query, {
      name: `iterations ${runId}`,
      find: (after: [number] | undefined, limit) => list(pool, runId, after?.[0] ?? -1, limit),
      positionOf: ({ position }) => [position],
    });
    return { ...page, items: page.items.map((iteration) => iterationRecord(projectId, iteration)) };
  });
