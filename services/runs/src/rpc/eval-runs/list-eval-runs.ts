import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { MAX_COUNTED, verdictCounts } from '../../domain/eval-runs/tallies/verdict-counts.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import { countRunsByVerdict, listRuns } from '../../store/eval-runs/runs.ts';

export const listEvalRuns = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalRuns, async (_caller, { projectId }, query) => {
    const page = await pageOfList(operations.listEvalRuns, cursors, query, {
      name: `runs ${projectId}`,
      find: (after: [number, string] | undefined, limit) => listRuns(pool, projectId, query, after, limit),
      positionOf: ({ createdAt, id }) => [createdAt.getTime(), id],
    });
    const { verdict: _, ...others } = query;
    return {
      ...page,
      items: page.items.map(runRecord),
      ...(query.counts &&
        query.cursor === undefined && {
          counts: verdictCounts(await countRunsByVerdict(pool, projectId, others, MAX_COUNTED + 1)),
        }),
    };
  });
