import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { listed } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import { pageOfParts } from '@assay/transcripts/opened-parts';
import { listTraceParts as listParts } from '@assay/transcripts/trace-parts';
import type { Deps } from '../../deps.ts';
import { nothingRecorded } from '../../flows/iterations/recording.ts';
import { findLatestAttempt } from '../../store/iterations/traces.ts';

export const listEvalIterationTraceParts = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalIterationTraceParts, async (_caller, { projectId, runId, iterationId }, query) => {
    const { items, nextCursor } = await listed(operations.listEvalIterationTraceParts, cursors, query, {
      name: `trace parts ${iterationId}`,
      find: async (after: [number] | undefined, limit) => {
        const attempt = await findLatestAttempt(pool, { projectId, runId, iterationId });
        if (!attempt) throw notFound('iteration');
        const found = await listParts(pool, attempt, { after: after?.[0] ?? -1, limit });
        if (found.length === 0 && !after) throw nothingRecorded();
        return found;
      },
      positionOf: ({ part }) => [part],
    });
    return pageOfParts(items, nextCursor);
  });
