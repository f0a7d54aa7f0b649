import type { ScorerFacts } from '@assay/grading/compare/sides';
import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** The scores of some runs, by case and model, and the number of iterations with valid scores. */
export interface ScoreFacts {
  scores: (ScorerFacts & { runId: string; position: number; model: string | null })[];
  sides: { runId: string; scoredIterations: number; quarantinedIterations: number }[];
}

/**
 * Sums up the scores of some runs. An iteration with two scores of one scorer, or a score outside 0..1, does not count.
 */
export async function findScoreFacts(db: Db, runIds: string[]): Promise<ScoreFacts> {
  const [facts] = await rows<ScoreFacts>(
    db,
    sql`
    with scores as materialized (
      select i.run_id as "runId", i.position as trial, i.case_position as position, i.model, s.*
      from iterations i, json_to_record(i.grade) as g(scores json, checks json), rows from (
        json_to_recordset(g.scores) as ("scorerId" text, "definitionHash" text, status text, value float8, passed boolean, deterministic boolean),
        json_to_recordset(g.checks) as (role text)) as s
      where i.run_id = any(${runIds}) and i.status = 'completed' and s."scorerId" is not null),
    trials as materialized (
      select "runId", trial, count(*) > count(distinct "scorerId") or bool_or(status = 'scored' and (value between 0 and 1) is not true) as quarantined
      from scores group by 1, 2),
    summed as (
      select s."runId", s.position, s.model, s."scorerId", s."definitionHash", bool_or(s.role is distinct from 'advisory') as gating, bool_and(s.deterministic) as deterministic,
             count(*) filter (where s.status = 'scored') as scored, count(*) filter (where s.status = 'scored' and s.passed) as passed,
             count(*) filter (where s.status = 'error') as errors, count(*) filter (where s.status = 'skipped') as skipped,
             count(*) filter (where s.status = 'not_applicable') as "notApplicable", coalesce(sum(s.value) filter (where s.status = 'scored'), 0) as total
      from scores s join trials t using ("runId", trial) where not t.quarantined group by 1, 2, 3, 4, 5),
    sides as (
      select "runId", count(*) filter (where not quarantined) as "scoredIterations", count(*) filter (where quarantined) as "quarantinedIterations" from trials group by 1)
    select (select coalesce(json_agg(s), '[]') from summed s) as scores, (select coalesce(json_agg(s), '[]') from sides s) as sides`,
  );
  return facts!;
}
