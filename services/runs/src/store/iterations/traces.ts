import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import {
  insertTraceParts,
  listTraceParts,
  type Attempt,
  type PartBody,
  type TracePart,
} from '@assay/transcripts/trace-parts';
import type { IterationGrade } from '../../domain/iterations/iteration.ts';
import { isHidden } from '../eval-runs/tombstones.ts';

/** The stored data of an iteration's latest attempt, without the parts of its trace. */
export interface StoredAttempt extends Attempt {
  /** Gzipped JSON. */
  transcript: Buffer | null;
  grade: IterationGrade | null;
}

const ITERATIONS = fragment('iterations');

/** Stores parts from the current lease of an iteration. */
export const insertParts = (db: Db, parts: TracePart[]): Promise<void> => insertTraceParts(db, ITERATIONS, parts);

/** The latest attempt at one iteration, with its transcript and grade; undefined when the run has no such iteration. */
export async function findAttempt(
  db: Db,
  { projectId, runId, iterationId }: { projectId: string; runId: string; iterationId: string },
): Promise<StoredAttempt | undefined> {
  const [found] = await rows<StoredAttempt>(
    db,
    sql`
    select i.id as "ownerId", i.fence, i.transcript, i.grade from iterations i join runs r on r.id = i.run_id
    where i.id = ${iterationId} and i.run_id = ${runId} and r.project_id = ${projectId} and not ${isHidden('r')}`,
  );
  return found;
}

/** A page of the parts of an iteration's latest attempt; undefined when the run has no such iteration. */
export const listLatestParts = (
  db: Db,
  { projectId, runId, iterationId }: { projectId: string; runId: string; iterationId: string },
  page: { after: number; limit: number },
): Promise<PartBody[] | undefined> =>
  listTraceParts(
    db,
    sql`
    select i.id, i.fence from iterations i join runs r on r.id = i.run_id
    where i.id = ${iterationId} and i.run_id = ${runId} and r.project_id = ${projectId} and not ${isHidden('r')}`,
    page,
  );
