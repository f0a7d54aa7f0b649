import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { JudgeOpinion } from '@assay/contract/areas/judges/work';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { OpinionStatus } from '../../domain/judges/judgement.ts';
import type { JudgeConfig } from '@assay/grading/judging/judge-version';

/** An iteration to judge, or to skip with the reason. */
export interface NewOpinion {
  iterationId: string;
  jobId: string | null;
  status: 'pending' | 'skipped';
  reason: string | null;
}

/** An opinion of a judge in its stored form. */
export interface SettledOpinion {
  status: 'scored' | 'error';
  score: number | null;
  passed: boolean | null;
  reason: string;
  errorCode: string | null;
  said: Pick<JudgeOpinion, 'criteria' | 'claims' | 'unsupportedClaims' | 'evidenceHash' | 'usage'> | null;
}

/** A pending opinion, with its judge and its case. */
export interface OwedOpinion {
  judgementId: string;
  runId: string;
  projectId: string;
  judge: JudgeConfig;
  frozen: FrozenCase;
}

export async function insertOpinions(db: Db, judgementId: string, opinions: NewOpinion[]): Promise<void> {
  await db.query(sql`
    insert into opinions (judgement_id, iteration_id, job_id, status, reason)
    select ${judgementId}, * from unnest(
      ${opinions.map((each) => each.iterationId)}::text[], ${opinions.map((each) => each.jobId)}::text[],
      ${opinions.map((each) => each.status)}::text[], ${opinions.map((each) => each.reason)}::text[])`);
}

/** The pending opinion of a work item; undefined when it is settled or gone. */
export async function findOwedOpinion(db: Db, jobId: string): Promise<OwedOpinion | undefined> {
  const [owed] = await rows<OwedOpinion>(
    db,
    sql`
    select o.judgement_id, j.run_id, r.project_id,
           json_build_object('model', j.model, 'threshold', j.threshold, 'rubric', j.rubric) as judge, c.body as frozen
    from opinions o join judgements j on j.id = o.judgement_id join runs r on r.id = j.run_id
    join iterations i on i.id = o.iteration_id join run_cases c on c.run_id = i.run_id and c.position = i.case_position
    where o.job_id = ${jobId} and o.status = 'pending'`,
  );
  return owed;
}

/** Stores the result of a work item; false when the opinion is settled already. */
export async function settleOpinion(
  db: Db,
  jobId: string,
  { status, score, passed, reason, errorCode, said }: SettledOpinion,
): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update opinions
    set status = ${status}, score = ${score}, passed = ${passed}, reason = ${reason}, error_code = ${errorCode}, job_id = null,
        criteria = ${said && JSON.stringify(said.criteria)}, claims = ${said?.claims}, unsupported_claims = ${said && JSON.stringify(said.unsupportedClaims)},
        evidence_hash = ${said?.evidenceHash}, usage = ${said?.usage && JSON.stringify(said.usage)}
    where job_id = ${jobId} and status = 'pending'`);
  return rowCount === 1;
}

/** Ends every pending opinion of a judgement as an error; returns their work items. */
export async function failOpenOpinions(
  db: Db,
  judgementId: string,
  errorCode: string,
  reason: string,
): Promise<string[]> {
  const failed = await rows<{ jobId: string }>(
    db,
    sql`
    with owed as (select iteration_id, job_id from opinions where judgement_id = ${judgementId} and status = 'pending' for update)
    update opinions o set status = 'error', error_code = ${errorCode}, reason = ${reason}, job_id = null
    from owed where o.judgement_id = ${judgementId} and o.iteration_id = owed.iteration_id returning owed.job_id`,
  );
  return failed.map(({ jobId }) => jobId);
}

/** The most frequent error code of a judgement. */
export async function findOpinionError(db: Db, judgementId: string): Promise<string> {
  const [most] = await rows<{ code: string }>(
    db,
    sql`
    select mode() within group (order by error_code) as code from opinions where judgement_id = ${judgementId} and status = 'error'`,
  );
  return most!.code;
}

/** Counts the passed opinions of a judgement. */
export async function countPassedOpinions(db: Db, judgementId: string): Promise<number> {
  const [counted] = await rows<{ passed: number }>(
    db,
    sql`select count(*) filter (where passed)::int as passed from opinions where judgement_id = ${judgementId}`,
  );
  return counted!.passed;
}

/** An iteration with its opinion. */
export interface StoredOpinion {
  iterationId: string;
  caseId: string;
  title: string;
  iterationNumber: number;
  status: OpinionStatus;
  score: number | null;
  passed: boolean | null;
  reason: string | null;
  errorCode: string | null;
  evidenceHash: string | null;
  criteria: JudgeOpinion['criteria'] | null;
  claims: number | null;
  unsupportedClaims: string[] | null;
}

/** The first opinions of a judgement, in the order of the suite's cases. */
export async function listOpinions(db: Db, judgementId: string, limit: number): Promise<StoredOpinion[]> {
  return rows<StoredOpinion>(
    db,
    sql`
    select o.iteration_id, c.case_id, c.title, i.iteration_number, o.status,
           o.score, o.passed, o.reason, o.error_code, o.evidence_hash,
           o.criteria, o.claims, o.unsupported_claims
    from opinions o join iterations i on i.id = o.iteration_id join run_cases c on c.run_id = i.run_id and c.position = i.case_position
    where o.judgement_id = ${judgementId} order by i.position limit ${limit}`,
  );
}
