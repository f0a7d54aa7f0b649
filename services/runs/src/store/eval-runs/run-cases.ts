import { fragment, prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { CaseFilter, RunCaseCount, RunCaseRow } from '../../domain/eval-runs/run-case.ts';

/** The outcome of a variant `v` of a run that is decided by the rate of its trials. */
const byTrial = fragment(`case
  when v.failed_at is not null then 'failed' when v.open > 0 then 'open' when v.passed > 0 then 'passed' else 'undecided' end`);
/** The same where each case is decided by its threshold. */
const byThreshold = fragment(`case
  when v.open > 0 then 'open' when v.eligible = 0 then 'undecided'
  when v.passed::float8 / v.eligible >= c.pass_threshold then 'passed' else 'failed' end`);

const outcomeOf = (isPerCase: boolean) => (isPerCase ? byThreshold : byTrial);

/** A text as a pattern of `ilike` that finds it anywhere. */
const anywhere = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** The position of a variant in the list. */
export type RunCasePosition = [casePosition: number, position: number];

/** Case variants of a run after a position, in the order of the suite's cases. */
export async function listRunCases(
  db: Db,
  runId: string,
  isPerCase: boolean,
  { outcome, stage, assertion, model, q }: CaseFilter,
  after: RunCasePosition | undefined,
  limit: number,
): Promise<RunCaseRow[]> {
  return rows<RunCaseRow>(
    db,
    sql`
    select v.case_position as "casePosition", v.position, v.case_id as "testCaseId", c.declared_id as "declaredId", c.title, v.model,
           ${outcomeOf(isPerCase)} as outcome, v.trials, v.open, v.ends, v.durations, v.eligible, v.passed, v.failure,
           c.pass_threshold as "passThreshold",
           coalesce(v.failure->>'iterationId',
                    (select i.id from iterations i where i.run_id = v.run_id and i.position = v.position)) as "iterationId"
    from run_variants v join run_cases c on c.run_id = v.run_id and c.position = v.case_position
    where v.run_id = ${runId}
      and (${after?.[0] ?? null}::int is null or (v.case_position, v.position) > (${after?.[0] ?? null}, ${after?.[1] ?? null}))
      and (${outcome ?? null}::text is null or ${outcomeOf(isPerCase)} = ${outcome ?? null})
      and (${stage ?? null}::text is null or v.failure->>'stage' = ${stage ?? null})
      and (${assertion ?? null}::text is null or v.failure->>'assertion' = ${assertion ?? null})
      and (${model ?? null}::text is null or v.model = ${model ?? null})
      and (${q ?? null}::text is null or c.title ilike ${anywhere(q ?? '')})
    order by v.case_position, v.position limit ${limit}`,
  );
}

/** The case variants of a whole run, counted by what the filters of their list tell apart. */
export async function countRunCases(db: Db, runId: string, isPerCase: boolean): Promise<RunCaseCount[]> {
  return isPerCase
    ? rows<RunCaseCount>(
        db,
        prepared`
        select ${byThreshold} as outcome, v.failure->>'stage' as stage, v.failure->>'assertion' as assertion, v.model, count(*)::int as count
        from run_variants v join run_cases c on c.run_id = v.run_id and c.position = v.case_position
        where v.run_id = ${runId} group by 1, 2, 3, 4`,
      )
    : rows<RunCaseCount>(
        db,
        prepared`
        select ${byTrial} as outcome, v.failure->>'stage' as stage, v.failure->>'assertion' as assertion, v.model, count(*)::int as count
        from run_variants v where v.run_id = ${runId} group by 1, 2, 3, 4`,
      );
}
