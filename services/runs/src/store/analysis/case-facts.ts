import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CaseFacts } from '@assay/grading/compare/sides';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { GradedBy } from '../../domain/iterations/graded-by.ts';
import { SETTLED_EARLY } from '../../domain/iterations/iteration.ts';
import { countedResult } from '../iterations/counted-result.ts';

/** A case variant as its run froze it, with the results of its iterations. */
export type StoredCaseFacts = Omit<CaseFacts, 'contentHash' | 'evaluationHash' | 'scores' | 'error'> & {
  runId: string;
  position: number;
  frozen: FrozenCase;
  gradedBy: GradedBy | null;
  trials: number;
  excluded: number;
};

/** In the order of the suite's cases. */
export async function listCaseFacts(db: Db, runIds: string[]): Promise<StoredCaseFacts[]> {
  return rows<StoredCaseFacts>(
    db,
    sql`
    with trials as (
      select i.run_id, i.case_position, i.position, i.id, i.model, ${countedResult} as standing, i.error_code
      from iterations i join runs r on r.id = i.run_id where i.run_id = any(${runIds}))
    select c.run_id as "runId", c.position, c.case_id as "caseId", c.title, c.body as frozen, c.graded_by as "gradedBy", t.model, c.iterations as configured,
           case when not r.grades_per_case then 1 else c.pass_threshold end as "passThreshold",
           (count(*) filter (where t.standing = 'passed'))::int as passed, (count(*) filter (where t.standing = 'failed'))::int as failed,
           (count(*) filter (where t.standing = 'excluded'))::int as excluded,
           (count(*) filter (where t.error_code is distinct from ${SETTLED_EARLY}))::int as trials,
           array_agg(t.id order by t.position) as "iterationIds",
           (array_agg(t.id order by t.standing = 'failed' desc, t.position))[1] as "representativeIterationId"
    from run_cases c join runs r on r.id = c.run_id join trials t on t.run_id = c.run_id and t.case_position = c.position
    group by c.run_id, c.position, r.id, t.model order by c.run_id, c.position, min(t.position)`,
  );
}

/** The first failure text of each iteration that did not pass. */
export async function listErrors(db: Db, iterationIds: string[]): Promise<Map<string, string>> {
  const errors = await rows<{ id: string; error: string }>(
    db,
    sql`
    select id, error from (
      select id, coalesce(error_message, grade->'faults'->0->>'reason', (
        select c.reason from json_to_recordset(grade->'checks') as c(role text, status text, reason text)
        where c.role = 'gating' and c.status in ('failed', 'error') limit 1)) as error
      from iterations where id = any(${iterationIds}) and result is distinct from 'passed') failing
    where error is not null`,
  );
  return new Map(errors.map(({ id, error }) => [id, error]));
}
