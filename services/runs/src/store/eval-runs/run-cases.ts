import { containing } from '@assay/kit/postgres/containing';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { PastCase } from '../../domain/eval-runs/case-history.ts';
import type { CaseFilter, RunCaseCount, RunCaseRow } from '../../domain/eval-runs/run-case.ts';
import { isFlaky } from './variants.ts';

/** The outcome of a variant `v` of a run that is decided by the rate of its trials. */
const byTrial = fragment(`case
  when v.failed_at is not null then 'failed' when v.open > 0 then 'open' when v.passed > 0 then 'passed' else 'undecided' end`);
/** The same where each case is decided by its threshold. */
const byThreshold = fragment(`case
  when v.open > 0 then 'open' when v.eligible = 0 then 'undecided'
  when v.passed::float8 / v.eligible >= c.pass_threshold then 'passed' else 'failed' end`);

const withThreshold = fragment('join run_cases c on c.run_id = v.run_id and c.position = v.case_position');
const nothing = fragment('');

/** The outcome of a variant `v` of a run `r`. */
export const outcomeInRun = fragment(`case when r.grades_per_case then ${byThreshold.text} else ${byTrial.text} end`);

/** The columns of a RunCaseRow, from a row `page` with the columns of a variant, of its case, and `outcome`. */
export const runCaseColumns = fragment(`
  page.case_position, page.position, page.case_id as "testCaseId", page.declared_id, page.title, page.model, page.outcome,
  page.trials, page.open, page.ends, page.durations, page.eligible, page.passed, page.failure, page.pass_threshold, page.grading_gap,
  coalesce(page.failure->>'iterationId',
           (select i.id from iterations i where i.run_id = page.run_id and i.position = page.position)) as "iterationId"`);

/** The outcome of a variant `v` with its case `c`. */
export const outcomeOf = (isPerCase: boolean) => (isPerCase ? byThreshold : byTrial);

/** A part of a run's cases: every model at the positions after `after`, and at that position the models after `model`. */
export interface CaseRange {
  after: number;
  /** Null for none. */
  model: string | null;
  /** The last position. */
  until: number;
}

/**
 * Case variants of a part of a run, in the order of the suite's cases and by model. The range bounds what is read: right
 * after a large launch Postgres has no statistics yet, and sorts a whole run for its first page.
 */
export async function listRunCases(
  db: Db,
  { runId, isPerCase }: { runId: string; isPerCase: boolean },
  { outcome, stage, assertion, model, leftOut, q }: CaseFilter,
  range: CaseRange,
  limit: number,
): Promise<RunCaseRow[]> {
  const outcomes = outcome?.split(',') ?? null;
  return rows<RunCaseRow>(
    db,
    sql`
    with page as materialized (
      select v.*, c.declared_id, c.title, c.pass_threshold, c.grading_gap, ${outcomeOf(isPerCase)} as outcome
      from run_variants v join run_cases c on c.run_id = v.run_id and c.position = v.case_position
      where v.run_id = ${runId} and v.case_position between ${range.after} and ${range.until}
        and (v.case_position > ${range.after} or v.model > ${range.model})
        and (${outcomes}::text[] is null or ${outcomeOf(isPerCase)} = any(${outcomes}::text[]))
        and (${stage ?? null}::text is null or v.failure->>'stage' = ${stage ?? null})
        and (${assertion ?? null}::text is null or v.failure->>'assertion' = ${assertion ?? null})
        and (${model ?? null}::text is null or v.model = ${model ?? null})
        and (${leftOut ?? null}::boolean is null or exists (select from unnest(v.ends) e where e % 16 > 2) = ${leftOut ?? null})
        and (${q ?? null}::text is null or c.title ilike ${containing(q ?? '')})
      order by v.case_position, v.model limit ${limit})
    select ${runCaseColumns} from page order by case_position, model`,
  );
}

/** At most this many iterations at the head of a run's queue are looked at. */
const IN_FLIGHT = 500;

/** The positions of the iterations that runners work on: they are at the head of the queue of the run. */
export async function listRunningPositions(db: Db, runId: string): Promise<Set<number>> {
  const found = await rows<{ position: number }>(
    db,
    sql`
    select position from (
      select position, status from iterations where run_id = ${runId} and seq is null order by queue_order, position limit ${IN_FLIGHT}) head
    where status = 'running'`,
  );
  return new Set(found.map(({ position }) => position));
}

/** The case variants of a whole run, counted by what the filters of their list tell apart. */
export async function countRunCases(
  db: Db,
  { runId, isPerCase }: { runId: string; isPerCase: boolean },
): Promise<RunCaseCount[]> {
  return rows<RunCaseCount>(
    db,
    sql`
    select ${outcomeOf(isPerCase)} as outcome, v.failure->>'stage' as stage, v.failure->>'assertion' as assertion, v.model,
           count(*)::int as count, max(v.case_position) as "lastPosition"
    from run_variants v ${isPerCase ? withThreshold : nothing}
    where v.run_id = ${runId} group by 1, 2, 3, 4`,
  );
}

/** The case variants of some runs, the newest run of each case with its trials; in the order of each run's cases. */
export async function listPastCases(db: Db, runIds: string[]): Promise<PastCase[]> {
  return rows<PastCase>(
    db,
    sql`
    with counted as (
      select v.*, r.grades_per_case, case when r.grades_per_case then ${byThreshold} else ${byTrial} end as outcome,
             rank() over (partition by v.case_id order by r.created_at desc, r.id desc) = 1 as is_latest
      from runs r join run_variants v on v.run_id = r.id ${withThreshold} where r.id = any(${runIds}))
    select run_id, case_id as "testCaseId", position, grades_per_case as "isPerCase", outcome, passed, eligible, trials,
           ${isFlaky('counted')} as "isFlaky",
           case when is_latest then ends else '{}' end as ends, case when is_latest then durations else '{}' end as durations
    from counted order by case_position, position`,
  );
}
