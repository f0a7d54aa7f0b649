import type { TraceChunk } from '@assay/contract/documents/trace';
import { listEvalIterationTraceParts as operation } from '@assay/contract/operations/run-reads';
import { notFound } from '@assay/contract/problem';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import { redactDocument } from '@assay/kit/redact';
import type { Deps } from '../deps.ts';
import { nothingRecorded, unzipped } from '../recording.ts';
import { listTraceParts as list } from '../store/traces.ts';

export const listTraceParts = ({ pool, cursors }: Deps) =>
  handle(operation, async (_caller, { projectId, runId, iterationId }, { cursor, limit }) => {
    const scope = `trace parts ${iterationId}`;
    const [after = -1] = cursors.decode(scope, cursor) ?? [];
    const size = pageSize(limit, 20, 100);
    const found = await list(pool, { projectId, runId, iterationId, after: Number(after), limit: size + 1 });
    if (!found) throw notFound('iteration');
    if (found.length === 0 && after === -1) throw nothingRecorded();
    const { items, ...next } = pageOf(found, size, ({ part }) => cursors.encode(scope, [part]));
    return { items: await Promise.all(items.map(async ({ part: index, body }) => {
      const { spans, wire } = await unzipped<TraceChunk>(body);
      return { index, spans, wire: redactDocument(wire) };
    })), ...next };
  });
