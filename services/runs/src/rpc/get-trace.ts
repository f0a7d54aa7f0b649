import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { TraceChunk } from '@assay/contract/documents/trace';
import { getEvalIterationTrace as operation } from '@assay/contract/operations/runs';
import { notFound, reasons } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { assembleTrace } from '../domain/trace.ts';
import { findTrace } from '../store/traces.ts';

const unzip = promisify(gunzip);

export const getTrace = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, runId, iterationId }) => {
    const stored = await findTrace(pool, projectId, runId, iterationId);
    if (!stored) throw notFound('iteration');
    if (!stored.transcript && stored.parts.length === 0) throw notFound('trace: nothing has been recorded of this iteration', { reason: reasons.TRACE_NOT_AVAILABLE });
    const transcript = stored.transcript ? (await unzip(stored.transcript)).toString() : undefined;
    const chunks = await Promise.all(stored.parts.map(async (part) => JSON.parse((await unzip(part)).toString()) as TraceChunk));
    return assembleTrace(iterationId, transcript, chunks) as never;
  });
