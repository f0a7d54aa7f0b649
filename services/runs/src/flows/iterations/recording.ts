import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { notFound, reasons, type Problem } from '@assay/contract/problem';
import type { Pool } from '@assay/kit/postgres/db';
import { unzipJson } from '@assay/transcripts/gzip';
import { findRecording, type StoredRecording } from '../../store/iterations/recordings.ts';

export const nothingRecorded = (): Problem =>
  notFound('trace: the iteration has no recording, or it was deleted', {
    reason: reasons.TRACE_NOT_AVAILABLE,
  });

export type OpenedRecording = Omit<StoredRecording, 'transcript'> & { transcript: Transcript };

/** An iteration with its case and its transcript. @throws NOT_FOUND when the iteration or its transcript is missing. */
export async function openRecording(
  pool: Pool,
  { projectId, runId, iterationId }: Record<'projectId' | 'runId' | 'iterationId', string>,
): Promise<OpenedRecording> {
  const stored = await findRecording(pool, projectId, runId, iterationId);
  if (!stored) throw notFound('iteration');
  if (!stored.transcript) throw nothingRecorded();
  return { ...stored, transcript: await unzipJson<Transcript>(stored.transcript) };
}
