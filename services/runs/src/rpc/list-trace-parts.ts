import { listEvalIterationTraceParts as operation } from '@assay/contract/operations/run-reads';
import { notFound } from '@assay/contract/problem';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import { redactDocument } from '@assay/kit/redact';
import type { Deps } from '../deps.ts';
import { nothingRecorded } from '../recording.ts';
import { listTraceParts as list } from '../store/traces.ts';
import { openChunks } from '../trace-chunks.ts';

export const listTraceParts = ({ pool, cursors }: Deps) =>
  handle(operation, async (_caller, { projectId, runId, iterationId }, { cursor, limit }) => {
    const scope = `trace parts ${iterationId}`;
    const [after = -1] = cursors.decode(scope, cursor) ?? [];
    const size = pageSize(limit, 20, 100);
    const found = await list(pool, { projectId, runId, iterationId, after: Number(after), limit: size + 1 });
    if (!found) throw notFound('iteration');
    if (found.length === 0 && after === -1) throw nothingRecorded();
    const { items, ...next } = pageOf(found, size, ({ part }) => cursors.encode(scope, [part]));
    const chunks = await openChunks(items.map(({ body }) => body));
    return { items: chunks.map(({ spans, wire, cut }, i) => ({ index: items[i]!.part, spans, wire: redactDocument(wire), ...(cut && { cut }) })), ...next };
  });
