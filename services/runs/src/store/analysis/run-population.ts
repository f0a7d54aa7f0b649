import type { PassedTrial } from '@assay/grading/findings/find';
import { KEY_FIRST, rows, sql, type Db } from '@assay/kit/postgres/db';
import { isFailing } from './failing-iterations.ts';
import { countedResult } from '../iterations/counted-result.ts';

/** Counts of a run's iterations by result. */
export interface TrialTotals {
  attempted: number;
  passed: number;
  failing: number;
  graded: number;
  rateLimited: number;
}

export async function countTrials(db: Db, runId: string): Promise<TrialTotals> {
  const [totals] = await rows<TrialTotals>(
    db,
    sql`
    select (count(*) filter (where i.status in ('completed', 'failed', 'timed_out', 'setup_failed')))::int as attempted,
           (count(*) filter (where i.result = 'passed'))::int as passed, (count(*) filter (where ${isFailing}))::int as failing,
           (count(*) filter (where i.grade is not null))::int as graded,
           (count(*) filter (where i.blame = 'provider' and i.error_code in ('RATE_LIMITED', 'PROVIDER_RATE_LIMITED')))::int as "rateLimited"
    from iterations i where i.run_id = ${runId}`,
  );
  return totals!;
}

/** One passed iteration for each case with a failed one, if there is any. */
export async function listContrasts(db: Db, runId: string): Promise<PassedTrial[]> {
  return rows<PassedTrial>(
    db,
    sql`
    select i.id, c.case_id, i.model,
           array(select e->>'toolName' from json_array_elements(i.grade->'actualToolCalls') e limit 50) as "observedTools"
    from (
      select case_position, min(position) filter (where i.result = 'passed') as position
      from iterations i where run_id = ${runId}
      group by case_position having bool_or(${isFailing}) and bool_or(i.result = 'passed')) t
    cross join lateral (select * from iterations i where i.run_id = ${runId} and i.position = t.position ${KEY_FIRST}) i
    cross join lateral (select case_id from run_cases c where c.run_id = ${runId} and c.position = t.case_position ${KEY_FIRST}) c
    order by t.case_position`,
  );
}

/** The cases with at least one graded iteration. */
export async function listGradeableCases(db: Db, runId: string): Promise<string[]> {
  const tried = await rows<{ caseId: string }>(
    db,
    sql`
    select c.case_id from run_cases c join runs r on r.id = c.run_id where c.run_id = ${runId} and exists (
      select from iterations i where i.run_id = c.run_id and i.case_position = c.position and ${countedResult} in ('passed', 'failed'))`,
  );
  return tried.map(({ caseId }) => caseId);
}

/** The transcripts of some iterations, gzipped JSON, without those larger than `maxBytes`. */
export async function listTranscripts(
  db: Db,
  iterationIds: string[],
  maxBytes: number,
): Promise<{ id: string; transcript: Buffer }[]> {
  return rows(
    db,
    sql`select id, transcript from iterations where id = any(${iterationIds}) and octet_length(transcript) <= ${maxBytes}`,
  );
}
