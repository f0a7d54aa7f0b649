import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { notFound, reasons, type Problem } from '@assay/contract/problem';
import type { Pool } from '@assay/kit/postgres/db';
import { unzipJson } from '@assay/transcripts/gzip';
import { findRecording, type StoredRecording } from '../../store/iterations/recordings.ts';
import { findAttempt, type StoredAttempt } from '../../store/iterations/traces.ts';

export const nothingRecorded = (): Problem =>
  notFound('trace: the iteration has no recording, or it was deleted', {
    reason: reasons.TRACE_NOT_AVAILABLE,
  });

type IterationTarget = Record<'projectId' | 'runId' | 'iterationId', string>;

export type OpenedRecording = Omit<StoredRecording, 'transcript'> & { transcript: Transcript };

/** An iteration with its case and its transcript. @throws NOT_FOUND when the iteration or its transcript is missing. */
export async function openRecording(
  pool: Pool,
  { projectId, runId, iterationId }: IterationTarget,
): Promise<OpenedRecording> {
  const stored = await findRecording(pool, projectId, runId, iterationId);
  if (!stored) throw notFound('iteration');
  if (!stored.transcript) throw nothingRecorded();
  return { ...stored, transcript: await unzipJson<Transcript>(stored.transcript) };
}

/** The latest attempt at an iteration. @throws NOT_FOUND when the iteration is missing, or nothing was recorded of it. */
export async function recordedAttempt(pool: Pool, target: IterationTarget): Promise<StoredAttempt> {
  const stored = await findAttempt(pool, target);
  if (!stored) throw notFound('iteration');
  if (!stored.transcript && stored.parts.length === 0) throw nothingRecorded();
  return stored;
}
