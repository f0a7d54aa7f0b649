import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { gzipPiece } from '@assay/kit/gzip-pieces';
import { gzipReply } from '@assay/kit/rpc/gzip-reply';
import { handle } from '@assay/kit/rpc/handle';
import { fieldsOfTrace } from '@assay/transcripts/opened-parts';
import { openTranscript } from '@assay/transcripts/stored-transcript';
import type { Deps } from '../../deps.ts';
import { gradedTrace } from '../../domain/iterations/trace.ts';
import { nothingRecorded } from '../../flows/iterations/recording.ts';
import { findAttempt } from '../../store/iterations/traces.ts';

const NOTHING = { steps: [], others: await gzipPiece('"messages":[],"toolCalls":[]') };

export const getEvalIterationTrace = ({ pool }: Deps) =>
  handle(operations.getEvalIterationTrace, async (_caller, { projectId, runId, iterationId, acceptEncoding }) => {
    const stored = await findAttempt(pool, { projectId, runId, iterationId });
    if (!stored) throw notFound('iteration');
    const { traceId, parts } = stored;
    if (!stored.transcript && parts.length === 0) throw nothingRecorded();
    const { steps, others } = stored.transcript ? await openTranscript(stored.transcript) : NOTHING;
    const graded = gradedTrace({ iterationId, traceId, steps, grade: stored.grade });
    return gzipReply(
      [
        await gzipPiece(`${JSON.stringify(graded).slice(0, -1)},`),
        others,
        await gzipPiece(','),
        await fieldsOfTrace(parts),
        await gzipPiece('}'),
      ],
      acceptEncoding,
    );
  });
