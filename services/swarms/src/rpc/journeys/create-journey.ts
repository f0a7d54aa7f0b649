import type { Journey } from '@assay/contract/areas/journeys/documents';
import { operations } from '@assay/contract/operations';
import { newId } from '@assay/kit/id';
import { findFirstReply } from '@assay/kit/requests/idempotency';
import { handle, replayed, replayedIf } from '@assay/kit/rpc/handle';
import { createJourney as create } from '../../actions/journeys/change-journeys.ts';
import type { Deps } from '../../deps.ts';
import { newSettings } from '../../domain/journeys/journey.ts';
import { withTargets } from '../../flows/journeys/attach-targets.ts';

export const createJourney = (deps: Deps) =>
  handle(
    operations.createJourney,
    async (_caller, { projectId, idempotencyKey }, { idempotencyKey: keyInBody, ...draft }) => {
      const request = { key: idempotencyKey || keyInBody, target: { projectId }, body: draft };
      // The targets that the draft names may be gone since the first request.
      const first = await findFirstReply<Journey>(deps.pool, request);
      if (first) return replayed(first);
      const { personaId, swarmId = null, ...rest } = draft;
      const journey = { ...newSettings(rest), id: newId('journey'), projectId, personaId, swarmId };
      const made = await withTargets(deps, { projectId, journeyId: journey.id }, journey, (hostIds) =>
        create(deps.pool, { ...journey, hostIds }, request),
      );
      return replayedIf(made.replayed, made.reply);
    },
  );
