import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { updateJourney as update } from '../../actions/journeys/change-journeys.ts';
import type { Deps } from '../../deps.ts';
import { assertNamesChange, assertWholeExecution } from '../../domain/refusals.ts';
import { withTargets } from '../../flows/journeys/attach-targets.ts';
import { findJourney } from '../../store/journeys/journeys.ts';

export const updateJourney = (deps: Deps) =>
  handle(operations.updateJourney, async (_caller, { projectId, journeyId }, edit) => {
    assertNamesChange(edit);
    assertWholeExecution(edit);
    const target = { projectId, journeyId };
    // Before its targets are attached: a journey of another project has attachments that must not change.
    const present = await findJourney(deps.pool, projectId, journeyId);
    if (!present || present.isArchived) throw notFound('journey');
    const { environmentIds, hostIds = [], serverAttachmentId } = edit;
    return withTargets(deps, target, { environmentIds: environmentIds ?? [], hostIds, serverAttachmentId }, (ids) =>
      update(deps.pool, target, { ...edit, ...(edit.hostIds && { hostIds: ids }) }),
    );
  });
