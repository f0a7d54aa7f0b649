import { operations } from '@assay/contract/operations';
import { Problem, reasons } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { gzipReply } from '@assay/kit/rpc/gzip-reply';
import { handle } from '@assay/kit/rpc/handle';
import { pageOfParts } from '@assay/transcripts/opened-parts';
import type { Deps } from '../../deps.ts';
import { foundSession } from '../../flows/journey-runs/found-session.ts';
import { listSessionParts } from '../../store/journey-runs/session-attempts.ts';

export const listJourneySessionTraceParts = (deps: Deps) =>
  handle(operations.listJourneySessionTraceParts, async (_caller, { acceptEncoding, ...target }, query) => {
    const { session } = await foundSession(deps, target);
    const { items, nextCursor } = await pageOfList(operations.listJourneySessionTraceParts, deps.cursors, query, {
      name: `trace parts of ${session.attemptId}`,
      find: async (after: [number] | undefined, limit) => {
        const found = await listSessionParts(deps.pool, session.attemptId, { after: after?.[0] ?? -1, limit });
        if (found.length === 0 && !after)
          throw new Problem('NOT_FOUND', 'Nothing of the session was recorded.', {
            reason: reasons.TRACE_NOT_AVAILABLE,
          });
        return found;
      },
      positionOf: ({ part }) => [part],
    });
    return gzipReply(await pageOfParts(items, nextCursor), acceptEncoding);
  });
