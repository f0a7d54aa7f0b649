import { operations } from '@assay/contract/operations';
import { gzipPiece } from '@assay/kit/gzip-pieces';
import { pageSize } from '@assay/kit/requests/cursor';
import { gzipReply } from '@assay/kit/rpc/gzip-reply';
import { handle } from '@assay/kit/rpc/handle';
import { openSpans } from '@assay/transcripts/opened-parts';
import type { Deps } from '../../deps.ts';
import { recordedAttempt } from '../../flows/iterations/recording.ts';

export const listEvalIterationSpans = ({ pool, cursors }: Deps) =>
  handle(operations.listEvalIterationSpans, async (_caller, target, { cursor, limit }) => {
    const list = `spans ${target.iterationId}`;
    const from = Number(cursors.decode(list, cursor)?.[0] ?? 0);
    const spans = await openSpans((await recordedAttempt(pool, target)).parts);
    const next = from + pageSize(operations.listEvalIterationSpans, limit);
    const page = {
      items: spans.slice(from, next),
      ...(next < spans.length && { nextCursor: cursors.encode(list, [next]) }),
      total: spans.length,
    };
    return gzipReply([await gzipPiece(JSON.stringify(page))], target.acceptEncoding);
  });
