import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { JudgeConfig } from '@assay/grading/judging/judge-version';

/** The parts of a judge's task for one iteration; the transcript is gzipped JSON. */
export interface JudgeInput {
  jobId: string;
  iterationId: string;
  runId: string;
  projectId: string;
  organizationId: string;
  suiteId: string;
  keyId: string | null;
  model: string;
  rubric: JudgeConfig['rubric'] | null;
  sealedAccess: Buffer | null;
  frozen: FrozenCase;
  transcript: Buffer;
}

/** Of the work items whose opinions are pending. */
export async function listJudgeInputs(db: Db, jobIds: string[]): Promise<JudgeInput[]> {
  return rows<JudgeInput>(
    db,
    sql`
    select o.job_id, o.iteration_id, r.id as "runId", r.project_id, r.organization_id,
           r.suite_id, j.key_id, j.model, j.rubric, j.sealed_access, c.body as frozen, i.transcript
    from opinions o join judgements j on j.id = o.judgement_id join runs r on r.id = j.run_id
    join iterations i on i.id = o.iteration_id join run_cases c on c.run_id = i.run_id and c.position = i.case_position
    where o.job_id = any(${jobIds}) and o.status = 'pending' and i.transcript is not null`,
  );
}
