import { KEY_FIRST, fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { DetailedIteration } from '../../domain/iterations/iteration-detail.ts';
import { endFailed, endPosition, markPlace } from '../eval-runs/variants.ts';
import { isHidden } from '../eval-runs/tombstones.ts';
import { opinionsAndLabels } from './evaluations.ts';
import { newestJudge, usageColumn } from './iterations.ts';

/**
 * The failed iteration of the run of an iteration `i` that is nearest to it, on one side of it: in the order of the cases, of their
 * models and of their trials. The ends that each case variant keeps tell it, so no other iteration of the run is read.
 */
const nearestFailed = (side: '<' | '>', order: 'asc' | 'desc') =>
  fragment(`(
    select f.id
    from run_variants v
    cross join lateral (
      select ${endPosition('e').text} as position from unnest(v.ends) e
      where ${endFailed('e').text}
        and (v.case_position <> i.case_position or v.model is distinct from i.model or ${endPosition('e').text} ${side} i.position)
      order by e ${order} limit 1) nearest
    join iterations f on f.run_id = v.run_id and f.position = nearest.position
    where v.run_id = i.run_id and v.failed_at is not null and v.case_position ${side}= i.case_position
      and (v.case_position, coalesce(v.model, '')) ${side}= (i.case_position, coalesce(i.model, ''))
    order by v.case_position ${order}, coalesce(v.model, '') ${order} limit 1)`);

/** Undefined when the run has no such iteration. */
export async function findIterationDetail(
  db: Db,
  { projectId, runId, iterationId }: { projectId: string; runId: string; iterationId: string },
): Promise<DetailedIteration | undefined> {
  const [found] = await rows<DetailedIteration>(
    db,
    sql`
    select i.id, i.run_id, i.position, c.case_id, c.declared_id, c.title, i.iteration_number, i.model, i.status, i.result,
           case when i.status = 'running' then i.waiting end as waiting,
           i.started_at, i.duration_ms, i.error_code, i.error_message, i.grade, i.blame, i.evaluator_error, i.mark,
           ${usageColumn} as usage, newest.judge,
           coalesce(o.opinions, '[]') as opinions, coalesce(l.labels, '[]') as labels,
           (select trials from run_variants v
            where v.run_id = i.run_id and v.case_position = i.case_position and v.model is not distinct from i.model) as trials,
           p.trace_id, case when p.bytes is not null or i.transcript is not null
             then (coalesce(p.bytes, 0) + coalesce(octet_length(i.transcript), 0))::int end as "storedBytes",
           ${nearestFailed('<', 'desc')} as "previousFailedId", ${nearestFailed('>', 'asc')} as "nextFailedId"
    from (select *, ${markPlace} as mark from iterations where id = ${iterationId} ${KEY_FIRST}) i
    join runs r on r.id = i.run_id
    cross join lateral (
      select case_id, declared_id, title from run_cases where run_id = i.run_id and position = i.case_position ${KEY_FIRST}) c
    left join lateral (
      select max(trace_id) as trace_id, sum(octet_length(body)) as bytes
      from trace_parts where owner_id = i.id and fence = i.fence) p on true
    ${newestJudge}
    ${opinionsAndLabels}
    where i.run_id = ${runId} and r.project_id = ${projectId} and not ${isHidden('r')}`,
  );
  return found;
}
