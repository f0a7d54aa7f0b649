import type { Chain } from '@assay/contract/areas/analysis/decision-summary';
import type { ExclusionCause } from '@assay/grading/decisions/decide-run';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { keptJson } from '@assay/kit/json/kept-json';
import type { Run } from '../../domain/eval-runs/run.ts';
import type { CountedTrial } from '../../domain/eval-runs/tallies/tally.ts';
import { runColumns } from './run-columns.ts';

/** The result of an iteration. */
export type TrialResult = Pick<CountedTrial, 'status' | 'result' | 'blame'> & { id: string; evaluatorError: boolean };

export async function listTrialResults(db: Db, runId: string): Promise<TrialResult[]> {
  return rows<TrialResult>(
    db,
    sql`
    select id, status, result, blame, evaluator_error from iterations where run_id = ${runId} order by position`,
  );
}

/**
 * Applies a gating judgement to a locked run: an iteration whose opinion is not passed fails, and an error of the judge
 * excludes it. An iteration that only the judge fails gets a new `seq`, so that followers see it again.
 */
export async function applyOpinions(db: Db, judgementId: string): Promise<void> {
  await db.query(sql`
    with said as (
      select i.id, i.position, o.status = 'error' as broke_down,
             o.status = 'scored' and o.passed is not true and i.result is distinct from 'failed' as overturns
      from opinions o join iterations i on i.id = o.iteration_id
      where o.judgement_id = ${judgementId} and o.status in ('scored', 'error') and i.status = 'completed'
      order by i.id for no key update of i),
    told as (
      select id, (select coalesce(max(seq), 0) from iterations where run_id = (select run_id from judgements where id = ${judgementId}))
                 + row_number() over (order by position) as seq
      from said where overturns)
    update iterations i set result = case when said.overturns then 'failed' else i.result end, evaluator_error = i.evaluator_error or said.broke_down,
                            seq = coalesce(told.seq, i.seq)
    from said left join told using (id) where i.id = said.id`);
}

/** An iteration that only a judgement failed, with its chain from before the judgement. */
export interface OverruledIteration {
  id: string;
  position: number;
  chain: Chain;
  reason: string;
}

/** Iterations after a position, in the order of the suite's cases. */
export async function listOverruled(
  db: Db,
  judgementId: string,
  afterPosition: number,
  limit: number,
): Promise<OverruledIteration[]> {
  return rows<OverruledIteration>(
    db,
    sql`
    select i.id, i.position, i.grade->'chain' as chain, o.reason from opinions o join iterations i on i.id = o.iteration_id
    where o.judgement_id = ${judgementId} and o.status = 'scored' and not o.passed and i.status = 'completed' and i.position > ${afterPosition}
      and i.grade->'chain'->>'status' = 'verified' and i.grade->'chain'->>'firstFailedStage' is null
    order by i.position limit ${limit}`,
  );
}

/** Replaces the chains of locked iterations. */
export async function rewriteChains(db: Db, rewritten: { id: string; chain: Chain }[]): Promise<void> {
  if (rewritten.length === 0) return;
  await db.query(sql`
    update iterations i set grade = jsonb_set(i.grade::jsonb, '{chain}', e.chain)::json
    from unnest(${rewritten.map(({ id }) => id)}::text[], ${rewritten.map(({ chain }) => keptJson(chain))}::jsonb[]) as e(id, chain) where i.id = e.id`);
}

/** Replaces a run's counts, and clears the reason why the earlier ones gave no verdict. */
export async function restateTally(
  db: Db,
  runId: string,
  { passed, failed, excluded }: { passed: number; failed: number; excluded: number },
): Promise<Run> {
  // Tenant: the transaction has locked the run.
  const [run] = await rows<Run>(
    db,
    sql`
    update runs set passed = ${passed}, failed = ${failed}, excluded = ${excluded}, undecided_detail = null where id = ${runId} returning ${runColumns}`,
  );
  return run!;
}

/** The number of excluded iterations of a run, by the reason of their exclusion. */
export async function countExclusions(db: Db, runId: string): Promise<Partial<Record<ExclusionCause, number>>> {
  const counted = await rows<{ culprit: ExclusionCause; count: number }>(
    db,
    sql`
    select case when status = 'completed' then 'evaluator' else blame end as culprit, count(*)::int as count
    from iterations
    where run_id = ${runId} and (status = 'completed' and evaluator_error or status <> 'completed' and blame in ('provider', 'platform', 'cassette'))
    group by 1`,
  );
  return Object.fromEntries(counted.map(({ culprit, count }) => [culprit, count]));
}
