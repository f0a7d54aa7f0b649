import type { PairedFacts } from '@assay/grading/compare/paired';
import { fragment, KEY_FIRST, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { runColumns } from '../eval-runs/run-columns.ts';
import { countedResult } from '../iterations/counted-result.ts';

export async function findGroupHead(
  db: Db,
  projectId: string,
  id: string,
): Promise<{ id: string; suiteId: string; createdAt: Date } | undefined> {
  const [group] = await rows<{ id: string; suiteId: string; createdAt: Date }>(
    db,
    sql`
    select id, suite_id, created_at from run_groups where id = ${id} and project_id = ${projectId}`,
  );
  return group;
}

/** In the order in which they were made. */
export async function listGroupRuns(db: Db, runGroupId: string): Promise<Run[]> {
  return rows<Run>(db, sql`select ${runColumns} from runs where run_group_id = ${runGroupId} order by run_number`);
}

/** In the order in which they were made. */
export const listGroupRunIds = async (db: Db, runGroupId: string): Promise<string[]> =>
  (await rows<{ id: string }>(db, sql`select id from runs where run_group_id = ${runGroupId} order by run_number`)).map(
    ({ id }) => id,
  );

/** The number of measured pairs, and the mean and the standard deviation of their differences. */
const moments = (measure: string) =>
  fragment(`case when count(${measure}) > 0 then json_build_object(
  'pairs', count(${measure}), 'mean', avg(${measure})::float8, 'deviation', stddev_samp(${measure})::float8) end`);

/**
 * Compares arms with a baseline by pairs: iterations of the same case with the same number (and model, when a case has
 * several).
 */
export async function listPairedFacts(
  db: Db,
  baselineRunId: string,
  armRunIds: string[],
): Promise<Omit<PairedFacts, 'arm'>[]> {
  return rows(
    db,
    sql`
    with trials as materialized (
      select i.run_id, c.case_id, i.iteration_number, row_number() over (partition by i.run_id, i.case_position, i.iteration_number order by i.position) as variant,
             ${countedResult} as standing, i.duration_ms, i.input_tokens::bigint + i.output_tokens as tokens, i.cost_micros / 1e6 as usd
      from iterations i join runs r on r.id = i.run_id
      cross join lateral (select case_id from run_cases c where c.run_id = i.run_id and c.position = i.case_position ${KEY_FIRST}) c
      where i.run_id = ${baselineRunId} or i.run_id = any(${armRunIds}))
    select arm.run_id, pairs.* from unnest(${armRunIds}::text[]) as arm(run_id) cross join lateral (
      select (count(*) filter (where counts and was and is_now))::int as "bothPassed", (count(*) filter (where counts and was and not is_now))::int as "onlyOld",
             (count(*) filter (where counts and not was and is_now))::int as "onlyNew", (count(*) filter (where counts and not was and not is_now))::int as "bothFailed",
             (count(*) filter (where not counts))::int as "notGradeable", (count(*) filter (where counts is null))::int as unpaired,
             ${moments('usd')} as "costUsd", ${moments('duration')} as "latencyMs", ${moments('tokens')} as "totalTokens"
      from (
        select joined.*, case when counts then new_usd - old_usd end as usd, case when counts then new_duration - old_duration end as duration,
               case when counts then new_tokens - old_tokens end as tokens
        from (
          select o.standing = 'passed' as was, n.standing = 'passed' as is_now,
                 case when o.standing is not null and n.standing is not null then o.standing in ('passed', 'failed') and n.standing in ('passed', 'failed') end as counts,
                 o.usd as old_usd, n.usd as new_usd, o.duration_ms as old_duration, n.duration_ms as new_duration, o.tokens as old_tokens, n.tokens as new_tokens
          from (select * from trials where run_id = ${baselineRunId}) o
          full join (select * from trials where run_id = arm.run_id) n using (case_id, iteration_number, variant)) joined) differing) pairs`,
  );
}
