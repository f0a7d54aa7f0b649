import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toJourney } from '../../domain/journeys/journey.ts';
import { findJourney } from '../../store/journeys/journeys.ts';

export const getJourney = ({ pool }: Deps) =>
  handle(operations.getJourney, async (_caller, { projectId, journeyId }) => {
    const journey = await findJourney(pool, projectId, journeyId);
    if (!journey || journey.isArchived) throw notFound('journey');
    return toJourney(journey);
  });
