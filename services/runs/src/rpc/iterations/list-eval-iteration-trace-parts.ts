import { listEvalIterationTraceParts as operation } from '@assay/contract/operations/run-reads';
import { notFound } from '@assay/contract/problem';
import { listed } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import { redactDocument } from '@assay/kit/security/redact';
import type { Deps } from '../../deps.ts';
import { nothingRecorded } from '../../flows/iterations/recording.ts';
import { listTraceParts as list } from '../../store/iterations/traces.ts';
import { openChunks } from '../../flows/iterations/trace-chunks.ts';

export const listTraceParts = ({ pool, cursors }: Deps) =>
  handle(operation, async (_caller, { projectId, runId, iterationId }, query) => {
    const { items, ...next } = await listed(operation, cursors, query, {
      name: `trace parts ${iterationId}`,
      find: async (after: [number] | undefined, limit) => {
        const found = await list(pool, {
          projectId,
          runId,
          iterationId,
          after: after?.[0] ?? -1,
          limit,
        });
        if (!found) throw notFound('iteration');
        if (found.length === 0 && !after) throw nothingRecorded();
        return found;
      },
      positionOf: ({ part }) => [part],
    });
    const chunks = await openChunks(items.map(({ body }) => body));
    return {
      items: chunks.map(({ spans, wire, cut }, i) => ({
        index: items[i]!.part,
        spans,
        wire: redactDocument(wire),
        ...(cut && { cut }),
      })),
      ...next,
    };
  });
