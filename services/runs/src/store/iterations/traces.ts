import { gzipSync } from 'node:zlib';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { IterationGrade } from '../../domain/iterations/iteration.ts';

/** Gzipped JSON, but for the grade. */
export interface StoredTrace {
  transcript: Buffer | null;
  grade: IterationGrade | null;
  parts: Buffer[];
}

export interface TracePart {
  iterationId: string;
  fence: number;
  part: number;
  body: Buffer;
}

/** The largest part that is kept, in bytes, gzipped: twice what a runner keeps of the messages of a whole iteration. */
const MAX_PART = 16 * 1024 * 1024;
const CUT = gzipSync(JSON.stringify({ spans: [], wire: [], cut: true }));

/**
 * Keeps parts that come from an iteration's present holder, of one that is too large only that. A part that is stored already
 * stays as it is: a runner may send it twice. The iterations are locked in the order of ids, so that no deletion waits in a circle with this or makes it fail.
 */
export async function insertParts(db: Db, parts: TracePart[]): Promise<void> {
  if (parts.length === 0) return;
  await db.query(sql`
    insert into trace_parts (iteration_id, fence, part, body)
    select p.* from unnest(${parts.map((p) => p.iterationId)}::text[], ${parts.map((p) => p.fence)}::bigint[],
                           ${parts.map((p) => p.part)}::int[], ${parts.map(({ body }) => (body.length > MAX_PART ? CUT : body))}::bytea[]) as p(iteration_id, fence, part, body)
    join iterations i on i.id = p.iteration_id and i.fence = p.fence
    order by p.iteration_id for key share of i
    on conflict do nothing`);
}

/** What is recorded of one iteration's latest attempt; undefined when the run has no such iteration. */
export async function findTrace(
  db: Db,
  projectId: string,
  runId: string,
  iterationId: string,
): Promise<StoredTrace | undefined> {
  const [iteration] = await rows<Omit<StoredTrace, 'parts'> & { fence: string }>(
    db,
    sql`
    select i.fence, i.transcript, i.grade from iterations i join runs r on r.id = i.run_id
    where i.id = ${iterationId} and i.run_id = ${runId} and r.project_id = ${projectId}`,
  );
  if (!iteration) return undefined;
  const parts = await rows<{ body: Buffer }>(
    db,
    sql`
    select body from trace_parts where iteration_id = ${iterationId} and fence = ${iteration.fence} order by part`,
  );
  return { transcript: iteration.transcript, grade: iteration.grade, parts: parts.map(({ body }) => body) };
}

/**
 * Parts of the trace of an iteration's latest attempt that come after the `after`th, in order; undefined when the run has no
 * such iteration. Ask for one more than a page.
 */
export async function listTraceParts(
  db: Db,
  {
    projectId,
    runId,
    iterationId,
    after,
    limit,
  }: {
    projectId: string;
    runId: string;
    iterationId: string;
    after: number;
    limit: number;
  },
): Promise<{ part: number; body: Buffer }[] | undefined> {
  const found = await rows<{ part: number | null; body: Buffer }>(
    db,
    sql`
    select p.part, p.body
    from iterations i join runs r on r.id = i.run_id
    left join lateral (
      select part, body from trace_parts where iteration_id = i.id and fence = i.fence and part > ${after} order by part limit ${limit}) p on true
    where i.id = ${iterationId} and i.run_id = ${runId} and r.project_id = ${projectId}
    order by p.part`,
  );
  if (found.length === 0) return undefined;
  return found.filter((row): row is { part: number; body: Buffer } => row.part !== null);
}
