import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toListedLab } from '../../domain/catalogue-labs/lab-view.ts';
import { listExperiments } from '../../store/catalogue-labs/labs.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

export const listDescriptionExperiments = ({ pool, cursors }: Deps) =>
  handle(operations.listDescriptionExperiments, (_caller, { projectId, runId }, query) =>
    pageOfList(operations.listDescriptionExperiments, cursors, query, {
      name: `description experiments of ${runId}`,
      find: async (after: [string] | undefined, limit) => {
        if (!(await findRun(pool, projectId, runId))) throw notFound('run');
        return (await listExperiments(pool, runId, after?.[0], limit)).map(toListedLab);
      },
      positionOf: ({ id }) => [id],
    }),
  );
