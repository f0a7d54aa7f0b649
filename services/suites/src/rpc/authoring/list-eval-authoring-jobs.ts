import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toJobSummary } from '../../domain/authoring/authoring-job.ts';
import { listAuthoringJobs } from '../../store/authoring/authoring-jobs.ts';
import { findSuite } from '../../store/suites/suites.ts';

export const listEvalAuthoringJobs = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalAuthoringJobs, async (_caller, { projectId, suiteId }, query) => {
    if (!(await findSuite(pool, projectId, suiteId))) throw notFound('suite');
    const page = await pageOfList(operations.listEvalAuthoringJobs, cursors, query, {
      name: `authoring jobs of ${suiteId}`,
      find: (after: [number, string] | undefined, limit) =>
        listAuthoringJobs(pool, { projectId, suiteId }, after, limit),
      positionOf: ({ createdAt, id }) => [createdAt.getTime(), id],
    });
    return { ...page, items: page.items.map(toJobSummary) };
  });
