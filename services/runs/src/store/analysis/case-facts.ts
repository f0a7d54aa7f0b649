import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CaseFacts } from '@assay/grading/compare/sides';
import { KEY_FIRST, rows, sql, type Db } from '@assay/kit/postgres/db';
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

/** In the order of the suite's cases. Iterations are counted before their case is looked up, for which there is one plan. */
export async function listCaseFacts(db: Db, runIds: string[]): Promise<StoredCaseFacts[]> {
  return rows<StoredCaseFacts>(
    db,
    sql`
    select t.run_id, c.position, c.case_id, c.title, c.body as frozen, c.graded_by, t.model, c.iterations as configured,
           case when not t.grades_per_case then 1 else c.pass_threshold end as "passThreshold",
           t.passed, t.failed, t.excluded, t.trials, t.ids as "iterationIds", coalesce(t.first_failed, t.ids[1]) as "representativeIterationId"
    from (
      select r.id as run_id, r.grades_per_case, i.case_position, i.model, min(i.position) as position,
             (count(*) filter (where s.standing = 'passed'))::int as passed, (count(*) filter (where s.standing = 'failed'))::int as failed,
             (count(*) filter (where s.standing = 'excluded'))::int as excluded,
             (count(*) filter (where i.error_code is distinct from ${SETTLED_EARLY}))::int as trials,
             array_agg(i.id order by i.position) as ids,
             (array_agg(i.id order by i.position) filter (where s.standing = 'failed'))[1] as first_failed
      from runs r join iterations i on i.run_id = r.id cross join lateral (select ${countedResult} as standing) s
      where r.id = any(${runIds}) group by r.id, i.case_position, i.model) t
    cross join lateral (select * from run_cases c where c.run_id = t.run_id and c.position = t.case_position ${KEY_FIRST}) c
    order by t.run_id, c.position, t.position`,
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
