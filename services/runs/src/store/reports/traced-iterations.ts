import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { TracedIteration } from '../../domain/reports/iteration-spans.ts';

/** An ended iteration, with the parts of its trace, gzipped JSON, and the position of the run's last such iteration. */
export type StoredTraced = Omit<TracedIteration, 'contents' | 'transcript'> & {
  position: number;
  lastPosition: number;
  parts: Buffer[];
  transcript: Buffer | null;
};

const isOver = fragment(`i.status not in ('pending', 'running') and i.started_at is not null`);

/**
 * Iterations that were begun and ended, in order from a position on, up to about `maxBytes` of parts together, and at
 * least one.
 */
export async function listTraced(
  db: Db,
  runId: string,
  fromPosition: number,
  limit: number,
  maxBytes: number,
  withTranscripts: boolean,
): Promise<StoredTraced[]> {
  return rows<StoredTraced>(
    db,
    sql`
    with next as (
      select id, position, fence from iterations i where run_id = ${runId} and position >= ${fromPosition} and ${isOver} order by position limit ${limit}),
    sized as (
      select next.id, sum(coalesce(p.bytes, 0)) over (order by position) - coalesce(p.bytes, 0) as before
      from next, lateral (select sum(octet_length(body)) as bytes from trace_parts where owner_id = next.id and fence = next.fence) p)
    select i.id, i.position, (select i.position from iterations i where i.run_id = ${runId} and ${isOver} order by i.position desc limit 1) as "lastPosition", c.case_id, c.title, c.grading_gap, i.iteration_number, i.model, i.status, i.result, i.error_code, i.grade,
           i.started_at, coalesce(i.duration_ms, 0) as "durationMs", case when ${withTranscripts} then i.transcript end as transcript,
           (select p.trace_id from trace_parts p where p.owner_id = i.id and p.fence = i.fence and p.trace_id is not null order by part limit 1) as "traceId",
           array(select body from trace_parts p where p.owner_id = i.id and p.fence = i.fence order by part) as parts
    from sized join iterations i on i.id = sized.id and sized.before < ${maxBytes}
    join run_cases c on c.run_id = i.run_id and c.position = i.case_position
    order by i.position`,
  );
}
