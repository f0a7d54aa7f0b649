import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { runRecord } from '../../domain/eval-runs/run-record.ts';
import { listRuns } from '../../store/eval-runs/runs.ts';
import { assertSuite } from '../../flows/eval-runs/suites.ts';

export const listEvalSuiteRuns = ({ pool, cursors, suites }: Deps) =>
  handle(operations.listEvalSuiteRuns, async (_caller, { projectId, suiteId }, query) => {
    const page = await pageOfList(operations.listEvalSuiteRuns, cursors, query, {
      name: `runs ${projectId} ${suiteId}`,
      find: (after: [number, string] | undefined, limit) => listRuns(pool, projectId, { suiteId }, after, limit),
      positionOf: ({ createdAt, id }) => [createdAt.getTime(), id],
    });
    if (page.items.length === 0 && !query.cursor) await assertSuite(suites, projectId, suiteId);
    return { ...page, items: page.items.map(runRecord) };
  });
