import { KEY_FIRST, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { RatedIteration } from '../../domain/judges/agreements.ts';
import type { IterationStatus } from '../../domain/iterations/iteration.ts';
import { isHidden } from '../eval-runs/tombstones.ts';

/** A person's label on an iteration. */
export interface LabelVerdict {
  verdict: 'passed' | 'failed';
  note: string | null;
}

export interface Label extends LabelVerdict {
  userId: string;
  updatedAt: Date;
}

/** The number of labels on an iteration, by verdict. */
export interface LabelCount {
  iterationId: string;
  passed: number;
  failed: number;
}

/** The suite and the status of an iteration; undefined when the run has no such iteration. */
export async function findLabelled(
  db: Db,
  { projectId, runId, iterationId }: { projectId: string; runId: string; iterationId: string },
): Promise<{ suiteId: string; status: IterationStatus } | undefined> {
  const [trial] = await rows<{ suiteId: string; status: IterationStatus }>(
    db,
    sql`
    select r.suite_id, i.status from (select * from iterations where id = ${iterationId} ${KEY_FIRST}) i join runs r on r.id = i.run_id
    where i.run_id = ${runId} and r.project_id = ${projectId} and not ${isHidden('r')}`,
  );
  return trial;
}

/**
 * Writes a person's label on an iteration and returns the earlier one as `before`; undefined when the iteration is
 * gone.
 */
export async function replaceLabel(
  db: Db,
  iterationId: string,
  suiteId: string,
  { userId, verdict, note }: Omit<Label, 'updatedAt'>,
): Promise<{ before: LabelVerdict | undefined } | undefined> {
  const [row] = await rows<{ verdict: LabelVerdict['verdict'] | null; note: string | null }>(
    db,
    sql`
    insert into labels (iteration_id, user_id, suite_id, run_id, verdict, note)
    select id, ${userId}, ${suiteId}, run_id, ${verdict}, ${note} from iterations where id = ${iterationId} for key share
    on conflict (iteration_id, user_id) do update set verdict = excluded.verdict, note = excluded.note, updated_at = now()
    returning old.verdict, old.note`,
  );
  return row && { before: row.verdict === null ? undefined : { verdict: row.verdict, note: row.note } };
}

/** Returns the deleted label; undefined when there is none. */
export async function deleteLabel(db: Db, iterationId: string, userId: string): Promise<LabelVerdict | undefined> {
  const [label] = await rows<LabelVerdict>(
    db,
    sql`delete from labels where iteration_id = ${iterationId} and user_id = ${userId} returning verdict, note`,
  );
  return label;
}

export async function listLabels(db: Db, iterationId: string): Promise<Label[]> {
  return rows<Label>(
    db,
    sql`
    select user_id, verdict, note, updated_at from labels where iteration_id = ${iterationId} order by updated_at, user_id`,
  );
}

export async function countLabels(db: Db, iterationIds: string[]): Promise<LabelCount[]> {
  return rows<LabelCount>(
    db,
    sql`
    select iteration_id, count(*) filter (where verdict = 'passed')::int as passed, count(*) filter (where verdict = 'failed')::int as failed
    from labels where iteration_id = any(${iterationIds}) group by iteration_id`,
  );
}

/** The labelled iterations of a suite that a judge rated, once for each version of the judge, by its newest opinion. */
export async function listRated(db: Db, suiteId: string): Promise<RatedIteration[]> {
  return rows<RatedIteration>(
    db,
    sql`
    with voted as (
      select iteration_id, count(*) filter (where verdict = 'passed')::int as passed, count(*) filter (where verdict = 'failed')::int as failed
      from labels where suite_id = ${suiteId} group by iteration_id)
    select distinct on (j.judge_version, v.iteration_id)
           j.judge_version, j.model, j.threshold, j.created_at as "askedAt", j.run_id, v.iteration_id,
           v.passed as "labelsPassed", v.failed as "labelsFailed", o.passed as judge
    from voted v join opinions o on o.iteration_id = v.iteration_id and o.status = 'scored' join judgements j on j.id = o.judgement_id
    join runs r on r.id = j.run_id and not ${isHidden('r')}
    order by j.judge_version, v.iteration_id, j.number desc`,
  );
}
