import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { updateJourney as update } from '../../actions/journeys/change-journeys.ts';
import type { Deps } from '../../deps.ts';
import { assertNamesChange, assertWholeExecution } from '../../domain/refusals.ts';
import { withTargets } from '../../flows/journeys/attach-targets.ts';

export const updateJourney = (deps: Deps) =>
  handle(operations.updateJourney, async (_caller, { projectId, journeyId }, edit) => {
    assertNamesChange(edit);
    assertWholeExecution(edit);
    const target = { projectId, journeyId };
    const { environmentIds, hostIds = [], serverAttachmentId } = edit;
    return withTargets(deps, target, { environmentIds: environmentIds ?? [], hostIds, serverAttachmentId }, () =>
      update(deps.pool, target, edit),
    );
  });
