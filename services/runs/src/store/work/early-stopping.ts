import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { SETTLED_EARLY } from '../../domain/iterations/iteration.ts';

/** A case variant and the outcomes of its iterations so far. */
export interface VariantSoFar {
  casePosition: number;
  model: string | null;
  threshold: number;
  passed: number;
  failed: number;
  remaining: number;
}

/** The case variants of these iterations. */
export async function listVariantsOf(db: Db, runId: string, iterationIds: string[]): Promise<VariantSoFar[]> {
  return rows<VariantSoFar>(
    db,
    sql`
    with touched as (select distinct case_position, model from iterations where id = any(${iterationIds}))
    select c.position as "casePosition", i.model, c.pass_threshold as threshold,
           (count(*) filter (where i.status = 'completed' and not i.evaluator_error and i.result = 'passed'))::int as passed,
           (count(*) filter (where i.status = 'completed' and not i.evaluator_error and i.result = 'failed'))::int as failed,
           (count(*) filter (where i.status in ('pending', 'running')))::int as remaining
    from touched t
    join iterations i on i.run_id = ${runId} and i.case_position = t.case_position and i.model is not distinct from t.model
    join run_cases c on c.run_id = i.run_id and c.position = i.case_position
    group by c.position, i.model, c.pass_threshold`,
  );
}

/** Skips the pending iterations of these case variants of a locked run; answers their number. */
export async function skipPending(db: Db, runId: string, variants: VariantSoFar[]): Promise<number> {
  if (variants.length === 0) return 0;
  const { rowCount } = await db.query(sql`
    with ended as (
      select i.id, i.position
      from unnest(${variants.map((each) => each.casePosition)}::int[], ${variants.map((each) => each.model)}::text[]) as v(case_position, model)
      join iterations i on i.run_id = ${runId} and i.case_position = v.case_position and i.model is not distinct from v.model
      where i.status = 'pending' order by i.id for no key update of i),
    numbered as (
      select id, (select coalesce(max(seq), 0) from iterations where run_id = ${runId}) + row_number() over (order by position) as seq from ended)
    update iterations i set status = 'skipped', error_code = ${SETTLED_EARLY}, seq = n.seq
    from numbered n where i.id = n.id`);
  return rowCount ?? 0;
}
