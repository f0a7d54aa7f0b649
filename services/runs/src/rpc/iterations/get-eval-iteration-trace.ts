import { operations } from '@assay/contract/operations';
import { gzipPiece } from '@assay/kit/gzip-pieces';
import { gzipReply } from '@assay/kit/rpc/gzip-reply';
import { handle } from '@assay/kit/rpc/handle';
import { fieldsOfTrace } from '@assay/transcripts/opened-parts';
import { openTranscript } from '@assay/transcripts/stored-transcript';
import type { Deps } from '../../deps.ts';
import { gradedTrace } from '../../domain/iterations/trace.ts';
import { recordedAttempt } from '../../flows/iterations/recording.ts';

const NO_SPANS = [await gzipPiece('"spans":[],"wire":[]')];
const NOTHING = { steps: [], others: await gzipPiece('"messages":[],"toolCalls":[]') };

export const getEvalIterationTrace = ({ pool }: Deps) =>
  handle(operations.getEvalIterationTrace, async (_caller, target, { only }) => {
    const { iterationId, acceptEncoding } = target;
    const stored = await recordedAttempt(pool, target);
    const { traceId, parts } = stored;
    const { steps, others } = stored.transcript ? await openTranscript(stored.transcript) : NOTHING;
    const graded = gradedTrace({ iterationId, traceId, steps, grade: stored.grade });
    return gzipReply(
      [
        await gzipPiece(`${JSON.stringify(graded).slice(0, -1)},`),
        others,
        await gzipPiece(','),
        ...(only === 'transcript' ? NO_SPANS : await fieldsOfTrace(parts)),
        await gzipPiece('}'),
      ],
      acceptEncoding,
    );
  });
