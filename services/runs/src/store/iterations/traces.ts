import { KEY_FIRST, fragment, lookup, rows, sql, type Db } from '@assay/kit/postgres/db';
import { insertTraceParts, listTraceParts, type PartBody, type TracePart } from '@assay/transcripts/trace-parts';
import type { IterationGrade } from '../../domain/iterations/iteration.ts';
import { isHidden } from '../eval-runs/tombstones.ts';

/** The stored data of an iteration's latest attempt. */
export interface StoredAttempt {
  /** Gzipped JSON. */
  transcript: Buffer | null;
  grade: IterationGrade | null;
  /** The W3C trace id, if a part told it. */
  traceId: string | undefined;
  /** The parts of its trace in order, gzipped JSON. */
  parts: Buffer[];
}

const ITERATIONS = fragment('iterations');

/** Stores parts from the current lease of an iteration. */
export const insertParts = (db: Db, parts: TracePart[]): Promise<void> => insertTraceParts(db, ITERATIONS, parts);

/** The latest attempt at one iteration, in one query; undefined when the run has no such iteration. */
export async function findAttempt(
  db: Db,
  { projectId, runId, iterationId }: { projectId: string; runId: string; iterationId: string },
): Promise<StoredAttempt | undefined> {
  const found = await rows<Omit<StoredAttempt, 'traceId' | 'parts'> & { traceId: string | null; body: Buffer | null }>(
    db,
    lookup`
    select case when p.n is null or p.n = 1 then i.transcript end as transcript, case when p.n is null or p.n = 1 then i.grade end as grade,
           p.trace_id, p.body
    from (select * from iterations where id = ${iterationId} ${KEY_FIRST}) i join runs r on r.id = i.run_id
    left join lateral (
      select trace_id, body, row_number() over (order by part) as n from trace_parts where owner_id = i.id and fence = i.fence) p on true
    where i.run_id = ${runId} and r.project_id = ${projectId} and not ${isHidden('r')}
    order by p.n`,
  );
  const [first] = found;
  return (
    first && {
      transcript: first.transcript,
      grade: first.grade,
      traceId: found.find(({ traceId }) => traceId !== null)?.traceId ?? undefined,
      parts: found.flatMap(({ body }) => body ?? []),
    }
  );
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
    select i.id, i.fence from (select * from iterations where id = ${iterationId} ${KEY_FIRST}) i join runs r on r.id = i.run_id
    where i.run_id = ${runId} and r.project_id = ${projectId} and not ${isHidden('r')}`,
    page,
  );

/** The first parts of the traces of a run's first iterations, gzipped JSON, by iteration. */
export async function listFirstParts(
  db: Db,
  runId: string,
  { iterations, parts }: { iterations: number; parts: number },
): Promise<Buffer[][]> {
  const found = await rows<{ id: string; body: Buffer }>(
    db,
    sql`
    select i.id, p.body
    from (select id, fence, position from iterations where run_id = ${runId} order by position limit ${iterations}) i
    cross join lateral (
      select part, body from trace_parts where owner_id = i.id and fence = i.fence order by part limit ${parts}) p
    order by i.position, p.part`,
  );
  return [...Map.groupBy(found, ({ id }) => id).values()].map((some) => some.map(({ body }) => body));
}
