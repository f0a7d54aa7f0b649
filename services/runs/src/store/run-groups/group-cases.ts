import type { ListEvalRunGroupCases } from '@assay/contract/areas/run-groups/group-cases';
import { containing } from '@assay/kit/postgres/containing';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { PairedCounts } from '@assay/grading/statistics/newcombe';
import type { RunCaseRow } from '../../domain/eval-runs/run-case.ts';
import { outcomeInRun, runCaseColumns } from '../eval-runs/run-cases.ts';
import { countedResult } from '../iterations/counted-result.ts';

/** A case variant of one run of a group, and its place among the cases of the group. */
export interface GroupCaseRow extends RunCaseRow {
  runId: string;
  isPerCase: boolean;
  place: number;
  /** Which of the models of its case it is, from 1. */
  variant: number;
  differs: boolean;
}

/** The cases of a group's runs that match every given filter. */
export type GroupCaseFilter = { [Name in 'only' | 'q']: ListEvalRunGroupCases[Name] | undefined };

/** The case variants `v` of the runs `members`, and the cases `k` of all of them: their places, and whether they differ. */
const groupedCases = fragment(`
  v as materialized (
    select v.*, r.grades_per_case, c.declared_id, c.title, c.pass_threshold, c.grading_gap, ${outcomeInRun.text} as outcome,
           row_number() over (partition by v.run_id, v.case_position order by v.position) as variant
    from run_variants v join runs r on r.id = v.run_id
    join run_cases c on c.run_id = v.run_id and c.position = v.case_position
    where v.run_id in (select run_id from members)),
  k as (
    select case_id, variant, min(case_position) as place, min(title) as title,
           count(distinct outcome) > 1 or count(*) < (select count(*) from members) as differs
    from v group by case_id, variant)`);

/** The rows of at most `limit` cases after a place, in the order of the suite's cases. */
export async function listGroupCases(
  db: Db,
  runIds: readonly string[],
  { only, q }: GroupCaseFilter,
  [afterPlace, afterVariant]: readonly [place: number, variant: number],
  limit: number,
): Promise<GroupCaseRow[]> {
  return rows<GroupCaseRow>(
    db,
    sql`
    with members as (select unnest(${runIds}::text[]) as run_id), ${groupedCases},
    cases as (
      select * from k
      where (${only ?? null}::text is null or differs = (${only ?? null} = 'differing'))
        and (${q ?? null}::text is null or title ilike ${containing(q ?? '')})
        and (place, variant) > (${afterPlace}::int, ${afterVariant}::int)
      order by place, variant limit ${limit})
    select page.run_id, page.grades_per_case as "isPerCase", cases.place, cases.variant::int, cases.differs, ${runCaseColumns}
    from cases join v page on page.case_id = cases.case_id and page.variant = cases.variant
    order by cases.place, cases.variant`,
  );
}

/** The number of all cases of a group, and the number of differing ones. */
export async function countGroupCases(
  db: Db,
  runIds: readonly string[],
): Promise<{ total: number; differing: number }> {
  const [counted] = await rows<{ total: number; differing: number }>(
    db,
    sql`
    with members as (select unnest(${runIds}::text[]) as run_id), ${groupedCases}
    select count(*)::int as total, (count(*) filter (where differs))::int as differing from k`,
  );
  return counted!;
}

/** The pairs of trials of one case in the base and in another run. */
export interface PairedCase extends PairedCounts {
  runId: string;
  place: number;
  variant: number;
}

const paired = (was: boolean, is: boolean) =>
  fragment(`(count(*) filter (where ${was ? '' : 'not '}o.passed and ${is ? '' : 'not '}n.passed))::int`);

/** Pairs the gradeable trials of these cases: a trial of the base with the trial of the same number in every other run. */
export async function listPairedCases(
  db: Db,
  baseRunId: string,
  cases: readonly GroupCaseRow[],
): Promise<PairedCase[]> {
  return rows<PairedCase>(
    db,
    sql`
    with asked as (
      select * from unnest(
        ${cases.map(({ runId }) => runId)}::text[], ${cases.map(({ casePosition }) => casePosition)}::int[],
        ${cases.map(({ model }) => model)}::text[], ${cases.map(({ place }) => place)}::int[],
        ${cases.map(({ variant }) => variant)}::int[]) as asked(run_id, case_position, model, place, variant)),
    trials as materialized (
      select i.run_id, a.place, a.variant, i.iteration_number, ${countedResult} as standing
      from iterations i join runs r on r.id = i.run_id
      join asked a on a.run_id = i.run_id and a.case_position = i.case_position and a.model is not distinct from i.model
      where i.run_id in (select run_id from asked)),
    graded as (
      select run_id, place, variant, iteration_number, standing = 'passed' as passed
      from trials where standing in ('passed', 'failed'))
    select n.run_id, place, variant, ${paired(true, true)} as "bothPassed", ${paired(true, false)} as "onlyOld",
           ${paired(false, true)} as "onlyNew", ${paired(false, false)} as "bothFailed"
    from graded o join graded n using (place, variant, iteration_number)
    where o.run_id = ${baseRunId} and n.run_id <> ${baseRunId}
    group by n.run_id, place, variant`,
  );
}
