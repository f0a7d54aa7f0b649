import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toJourneyRun } from '../../domain/journey-runs/run-view.ts';
import { listRuns } from '../../store/journey-runs/journey-runs.ts';
import { findJourney } from '../../store/journeys/journeys.ts';

export const listJourneyRuns = ({ pool, cursors }: Deps) =>
  handle(operations.listJourneyRuns, (_caller, { projectId, journeyId }, query) =>
    pageOfList(operations.listJourneyRuns, cursors, query, {
      name: `runs of ${journeyId}`,
      find: async (after: [string] | undefined, limit) => {
        if (!(await findJourney(pool, projectId, journeyId))) throw notFound('journey');
        return (await listRuns(pool, journeyId, after?.[0], limit)).map(toJourneyRun);
      },
      positionOf: ({ id }) => [id],
    }),
  );
