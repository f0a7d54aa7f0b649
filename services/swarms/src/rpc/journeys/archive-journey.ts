import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { archiveJourney as archive } from '../../actions/journeys/change-journeys.ts';
import type { Deps } from '../../deps.ts';
import { keepTargets } from '../../flows/journeys/attach-targets.ts';

export const archiveJourney = (deps: Deps) =>
  handle(operations.archiveJourney, async (_caller, { projectId, journeyId }) => {
    await archive(deps.pool, { projectId, journeyId });
    // A target that stays attached is released when the journey is archived again.
    await keepTargets(deps, { projectId, journeyId }).catch(() => undefined);
    return { id: journeyId, projectId, archived: true as const };
  });
