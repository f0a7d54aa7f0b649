import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Judgement, JudgedIteration } from '../../domain/judges/judgement.ts';
import { JUDGE_MS, JUDGING_MS } from '../../domain/run-limits/limits.ts';

export type NewJudgement = Pick<
  Judgement,
  'id' | 'runId' | 'gating' | 'standing' | 'judgeVersion' | 'model' | 'threshold' | 'rubric' | 'total' | 'skipped'
> & { keyId: string | null; sealedAccess: Buffer | undefined };

const columns = fragment(`id, run_id, status, gating, standing, judge_version, model, threshold, rubric,
  total, completed, errors, skipped, error_code, created_at, completed_at`);

/**
 * Writes a judgement under the next number of its run; without pending opinions it is over at once. Undefined when the
 * run has a pending one.
 */
export async function insertJudgement(db: Db, judgement: NewJudgement): Promise<Judgement | undefined> {
  const isOver = judgement.skipped === judgement.total;
  const [row] = await rows<Judgement>(
    db,
    sql`
    insert into judgements (id, run_id, number, status, gating, standing, model, threshold, rubric, judge_version, key_id, sealed_access,
                            total, completed, skipped, completed_at)
    values (${judgement.id}, ${judgement.runId}, (select coalesce(max(number), 0) + 1 from judgements where run_id = ${judgement.runId}),
            ${isOver ? 'completed' : 'pending'}, ${judgement.gating}, ${judgement.standing}, ${judgement.model}, ${judgement.threshold},
            ${judgement.rubric && JSON.stringify(judgement.rubric)}, ${judgement.judgeVersion}, ${judgement.keyId}, ${isOver ? null : judgement.sealedAccess},
            ${judgement.total}, ${judgement.skipped}, ${judgement.skipped}, case when ${isOver} then now() end)
    on conflict (run_id) where status = 'pending' do nothing
    returning ${columns}`,
  );
  return row;
}

/** The newest judgement of a run, which readers see. */
export async function findJudgement(db: Db, runId: string): Promise<Judgement | undefined> {
  const [row] = await rows<Judgement>(
    db,
    sql`select ${columns} from judgements where run_id = ${runId} order by number desc limit 1`,
  );
  return row;
}

/** The gating judgement of a run. */
export async function findGatingJudgement(db: Db, runId: string): Promise<Judgement | undefined> {
  const [row] = await rows<Judgement>(
    db,
    sql`select ${columns} from judgements where run_id = ${runId} and gating order by number limit 1`,
  );
  return row;
}

/** Adds settled opinions to a pending judgement; returns the updated judgement. */
export async function countOpinions(
  db: Db,
  id: string,
  { completed, errors }: { completed: number; errors: number },
): Promise<Judgement | undefined> {
  const [row] = await rows<Judgement>(
    db,
    sql`
    update judgements set completed = completed + ${completed}, errors = errors + ${errors} where id = ${id} and status = 'pending' returning ${columns}`,
  );
  return row;
}

/** Extends the wait of a run for its judge, because an opinion came. */
export async function extendGrading(db: Db, { id, runId }: Pick<Judgement, 'id' | 'runId'>): Promise<void> {
  // Tenant: the lease of a work item names the judgement.
  await db.query(sql`
    update runs r set grading_until = least(now() + ${JUDGE_MS} * interval '1 ms', j.created_at + ${JUDGING_MS} * interval '1 ms')
    from judgements j where j.id = ${id} and r.id = ${runId} and r.status = 'grading'`);
}

/** Ends a pending judgement and deletes its keys. */
export async function settleJudgement(
  db: Db,
  id: string,
  status: 'completed' | 'failed',
  errorCode: string | null,
): Promise<void> {
  await db.query(sql`
    update judgements set status = ${status}, error_code = ${errorCode}, completed_at = now(), sealed_access = null where id = ${id} and status = 'pending'`);
}

/** A run's iterations in the order of the suite, with the fields that decide whether they can be judged. */
export async function listJudgedIterations(db: Db, runId: string): Promise<JudgedIteration[]> {
  return rows<JudgedIteration>(
    db,
    sql`
    select id, case_position, status, transcript is not null as "isRecorded" from iterations where run_id = ${runId} order by position`,
  );
}

/** The keys for the run's models, kept while it is open. */
export async function findSealedModels(db: Db, runId: string): Promise<Buffer | undefined> {
  const [run] = await rows<{ sealed: Buffer | null }>(
    db,
    sql`select sealed_models as sealed from runs where id = ${runId}`,
  );
  return run?.sealed ?? undefined;
}
