import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import type { TraceRequest } from '@assay/contract/gen/assay/v1/runs';
import { notFound, reasons, type Problem } from '@assay/contract/problem';
import type { Pool } from '@assay/kit/postgres/db';
import { MAX_MESSAGE } from '@assay/kit/rpc/serve';
import { findRecording, type StoredRecording } from '../../store/iterations/recordings.ts';

const unzip = promisify(gunzip);

/** Reads gzipped JSON as large as a report may be: a few bytes of gzip can stand for a gigabyte. */
export const unzipped = async <T>(bytes: Buffer): Promise<T> =>
  JSON.parse((await unzip(bytes, { maxOutputLength: MAX_MESSAGE })).toString()) as T;

export const nothingRecorded = (): Problem =>
  notFound('trace: nothing is recorded of this iteration, or is no longer kept', {
    reason: reasons.TRACE_NOT_AVAILABLE,
  });

export type Recording = Omit<StoredRecording, 'transcript'> & { transcript: Transcript };

/** An iteration with its case and its transcript. @throws NOT_FOUND, for an iteration as for a recording. */
export async function openRecording(
  pool: Pool,
  { projectId, runId, iterationId }: Omit<TraceRequest, 'input'>,
): Promise<Recording> {
  const stored = await findRecording(pool, projectId, runId, iterationId);
  if (!stored) throw notFound('iteration');
  if (!stored.transcript) throw nothingRecorded();
  return { ...stored, transcript: await unzipped<Transcript>(stored.transcript) };
}
