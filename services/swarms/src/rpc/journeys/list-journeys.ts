import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toJourney } from '../../domain/journeys/journey.ts';
import { listJourneys as find } from '../../store/journeys/journeys.ts';

export const listJourneys = ({ pool, cursors }: Deps) =>
  handle(operations.listJourneys, (_caller, { projectId }, query) =>
    pageOfList(operations.listJourneys, cursors, query, {
      name: `journeys of ${projectId}`,
      find: async (after: [string] | undefined, limit) =>
        (await find(pool, projectId, after?.[0], limit)).map(toJourney),
      positionOf: ({ id }) => [id],
    }),
  );
