import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { pageOfList } from '@assay/kit/requests/cursor';
import { gzipReply } from '@assay/kit/rpc/gzip-reply';
import { handle } from '@assay/kit/rpc/handle';
import { pageOfParts } from '@assay/transcripts/opened-parts';
import type { Deps } from '../../deps.ts';
import { nothingRecorded } from '../../flows/iterations/recording.ts';
import { listLatestParts } from '../../store/iterations/traces.ts';

export const listEvalIterationTraceParts = ({ pool, cursors }: Deps) =>
  handle(
    operations.listEvalIterationTraceParts,
    async (_caller, { projectId, runId, iterationId, acceptEncoding }, query) => {
      const { items, nextCursor } = await pageOfList(operations.listEvalIterationTraceParts, cursors, query, {
        name: `trace parts ${iterationId}`,
        find: async (after: [number] | undefined, limit) => {
          const page = { after: after?.[0] ?? -1, limit };
          const found = await listLatestParts(pool, { projectId, runId, iterationId }, page);
          if (!found) throw notFound('iteration');
          if (found.length === 0 && !after) throw nothingRecorded();
          return found;
        },
        positionOf: ({ part }) => [part],
      });
      return gzipReply(await pageOfParts(items, nextCursor), acceptEncoding);
    },
  );
