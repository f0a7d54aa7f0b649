import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { ReportedIteration, ReportedVariant } from '../../domain/reports/reported.ts';

/** Iterations that are read at once. */
const PAGE = 1_000;

/** Every iteration of a run, in the order of the suite's cases. */
export async function* pagesOfReported(db: Db, runId: string): AsyncGenerator<ReportedIteration[]> {
  for (let after = -1; ;) {
    const page = await listReportedIterations(db, runId, after, PAGE);
    yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.position;
  }
}

async function listReportedIterations(
  db: Db,
  runId: string,
  afterPosition: number,
  limit: number,
): Promise<ReportedIteration[]> {
  return rows<ReportedIteration>(
    db,
    sql`
    select i.id, i.position, c.case_id, c.title, i.iteration_number, i.model, i.status, i.result,
           i.duration_ms, i.error_code, i.error_message, i.blame, i.evaluator_error, c.grading_gap,
           case when i.result is distinct from 'passed' then i.grade->'chain' end as chain,
           case when i.result = 'passed' then '{}' else array(select e->>'toolName' from json_array_elements(i.grade->'expectedToolCalls') e limit 50) end as "expectedTools",
           case when i.result = 'passed' then '{}' else array(select e->>'toolName' from json_array_elements(i.grade->'actualToolCalls') e limit 50) end as "observedTools"
    from iterations i join run_cases c on c.run_id = i.run_id and c.position = i.case_position
    where i.run_id = ${runId} and i.position > ${afterPosition}
    order by i.position limit ${limit}`,
  );
}

/** The counts of the first case variants, in the order of the suite's cases, and the number of all. */
export async function listReportedVariants(
  db: Db,
  runId: string,
  limit: number,
): Promise<{ variants: ReportedVariant[]; variantCount: number }> {
  const found = await rows<ReportedVariant & { all: number }>(
    db,
    sql`
    select (count(*) over ())::int as all, c.case_id, c.title, c.grading_gap, n.model, n.passed, n.failed, n.other, n."durationMs"
    from (
      select case_position, model, min(position) as position, (count(*) filter (where result = 'passed'))::int as passed,
             (count(*) filter (where result = 'failed' and not evaluator_error))::int as failed,
             (count(*) filter (where result is null or evaluator_error))::int as other,
             coalesce(sum(duration_ms), 0)::float8 as "durationMs"
      from iterations where run_id = ${runId} group by case_position, model) n
    join run_cases c on c.run_id = ${runId} and c.position = n.case_position
    order by n.case_position, n.position limit ${limit}`,
  );
  return { variants: found.map(({ all: _all, ...variant }) => variant), variantCount: found[0]?.all ?? 0 };
}
