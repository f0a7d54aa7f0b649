import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { unzipJson } from '@assay/transcripts/gzip';
import { openChunks } from '@assay/transcripts/opened-parts';
import { findWholeTrace } from '@assay/transcripts/trace-parts';
import type { Deps } from '../../deps.ts';
import { iterationTrace } from '../../domain/iterations/trace.ts';
import { nothingRecorded } from '../../flows/iterations/recording.ts';
import { findAttempt } from '../../store/iterations/traces.ts';

export const getEvalIterationTrace = ({ pool }: Deps) =>
  handle(operations.getEvalIterationTrace, async (_caller, { projectId, runId, iterationId }) => {
    const stored = await findAttempt(pool, { projectId, runId, iterationId });
    if (!stored) throw notFound('iteration');
    const { traceId, parts } = await findWholeTrace(pool, stored);
    if (!stored.transcript && parts.length === 0) throw nothingRecorded();
    const transcript = stored.transcript ? await unzipJson<Transcript>(stored.transcript) : undefined;
    return iterationTrace(iterationId, {
      transcript,
      grade: stored.grade,
      traceId,
      chunks: await openChunks(parts),
    });
  });
