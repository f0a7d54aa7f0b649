import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { getEvalIterationTrace as operation } from '@assay/contract/operations/runs';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { assembleTrace } from '../../domain/iterations/trace.ts';
import { nothingRecorded, unzipped } from '../../flows/iterations/recording.ts';
import { findTrace } from '../../store/iterations/traces.ts';
import { openChunks } from '../../flows/iterations/trace-chunks.ts';

export const getTrace = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, runId, iterationId }) => {
    const stored = await findTrace(pool, projectId, runId, iterationId);
    if (!stored) throw notFound('iteration');
    if (!stored.transcript && stored.parts.length === 0) throw nothingRecorded();
    const transcript = stored.transcript ? await unzipped<Transcript>(stored.transcript) : undefined;
    return assembleTrace(iterationId, transcript, stored.grade, await openChunks(stored.parts));
  });
