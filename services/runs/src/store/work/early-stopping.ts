import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { addedEnds, endColumns, variantEnds } from '../eval-runs/variants.ts';
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

/** The case variants of these iterations that have open ones left, by their counts. */
export async function listOpenVariantsOf(db: Db, runId: string, iterationIds: string[]): Promise<VariantSoFar[]> {
  return rows<VariantSoFar>(
    db,
    sql`
    with touched as (select distinct case_position, model from iterations where id = any(${iterationIds}))
    select v.case_position, v.model, c.pass_threshold as threshold, v.passed, v.eligible - v.passed as failed, v.open as remaining
    from touched t
    join run_variants v on v.run_id = ${runId} and v.case_position = t.case_position and v.model is not distinct from t.model and v.open > 0
    join run_cases c on c.run_id = v.run_id and c.position = v.case_position`,
  );
}

/**
 * Skips the pending iterations of these case variants of a locked run; answers their number. The iterations of a variant
 * stand at positions one after the other.
 */
export async function skipPending(db: Db, runId: string, variants: VariantSoFar[]): Promise<number> {
  if (variants.length === 0) return 0;
  const { rowCount } = await db.query(sql`
    with ended as (
      select i.id, i.position
      from unnest(${variants.map((each) => each.casePosition)}::int[], ${variants.map((each) => each.model)}::text[]) as n(case_position, model)
      join run_variants v on v.run_id = ${runId} and v.case_position = n.case_position and v.model is not distinct from n.model
      join iterations i on i.run_id = ${runId} and i.position >= v.position and i.position < v.position + v.trials
      where i.status = 'pending' order by i.id for no key update of i),
    numbered as (
      select id, (select coalesce(max(seq), 0) from iterations where run_id = ${runId}) + row_number() over (order by position) as seq from ended),
    skipped as (
      update iterations i set status = 'skipped', error_code = ${SETTLED_EARLY}, seq = n.seq
      from numbered n where i.id = n.id returning ${endColumns}),
    counted as (
      update run_variants v set ${addedEnds}, open = v.open - n.ended
      from (select case_position, model, ${variantEnds} from skipped group by case_position, model) n
      where v.run_id = ${runId} and v.case_position = n.case_position and v.model is not distinct from n.model)
    select id from skipped`);
  return rowCount ?? 0;
}
