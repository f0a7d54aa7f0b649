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
      select i.run_id as "runId", i.case_position as position, i.model, s.*
      from iterations i, json_to_record(i.grade) as g(scores json, checks json), lateral (
        select named.*, row_number() over () = 1 as "isFirst",
               bool_or("isRepeated" or status = 'scored' and (value between 0 and 1) is not true) over () as quarantined
        from (
          select s.*, count(*) over (partition by "scorerId") > 1 as "isRepeated"
          from rows from (
            json_to_recordset(g.scores) as ("scorerId" text, "definitionHash" text, status text, value float8, passed boolean, deterministic boolean),
            json_to_recordset(g.checks) as (role text)) as s
          where "scorerId" is not null) named) s
      where i.run_id = any(${runIds}) and i.status = 'completed'),
    summed as (
      select "runId", position, model, "scorerId", "definitionHash", bool_or(role is distinct from 'advisory') as gating, bool_and(deterministic) as deterministic,
             count(*) filter (where status = 'scored') as scored, count(*) filter (where status = 'scored' and passed) as passed,
             count(*) filter (where status = 'error') as errors, count(*) filter (where status = 'skipped') as skipped,
             count(*) filter (where status = 'not_applicable') as "notApplicable", coalesce(sum(value) filter (where status = 'scored'), 0) as total
      from scores where not quarantined group by 1, 2, 3, 4, 5),
    sides as (
      select "runId", count(*) filter (where not quarantined) as "scoredIterations", count(*) filter (where quarantined) as "quarantinedIterations"
      from scores where "isFirst" group by 1)
    select (select coalesce(json_agg(s), '[]') from summed s) as scores, (select coalesce(json_agg(s), '[]') from sides s) as sides`,
  );
  return facts!;
}
