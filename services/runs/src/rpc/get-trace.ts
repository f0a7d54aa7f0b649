import type { Transcript } from '@assay/contract/documents/transcript';
import { getEvalIterationTrace as operation } from '@assay/contract/operations/runs';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { assembleTrace } from '../domain/trace.ts';
import { nothingRecorded, unzipped } from '../recording.ts';
import { findTrace } from '../store/traces.ts';
import { openChunks } from '../trace-chunks.ts';

export const getTrace = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, runId, iterationId }) => {
    const stored = await findTrace(pool, projectId, runId, iterationId);
    if (!stored) throw notFound('iteration');
    if (!stored.transcript && stored.parts.length === 0) throw nothingRecorded();
    const transcript = stored.transcript ? await unzipped<Transcript>(stored.transcript) : undefined;
    return assembleTrace(iterationId, transcript, stored.grade, await openChunks(stored.parts));
  });
