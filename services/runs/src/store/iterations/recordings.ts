import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { KEY_FIRST, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { IterationStatus } from '../../domain/iterations/iteration.ts';
import { isHidden } from '../eval-runs/tombstones.ts';

/** One iteration with its case and its transcript, gzipped JSON. */
export interface StoredRecording {
  suiteId: string;
  frozen: FrozenCase;
  status: IterationStatus;
  result: 'passed' | 'failed' | null;
  transcript: Buffer | null;
}

/** Undefined when the run has no such iteration. */
export async function findRecording(
  db: Db,
  projectId: string,
  runId: string,
  iterationId: string,
): Promise<StoredRecording | undefined> {
  const [recording] = await rows<StoredRecording>(
    db,
    sql`
    select r.suite_id, c.body as frozen, i.status, i.result, i.transcript
    from (select * from iterations where id = ${iterationId} ${KEY_FIRST}) i join runs r on r.id = i.run_id
    cross join lateral (select body from run_cases where run_id = i.run_id and position = i.case_position ${KEY_FIRST}) c
    where i.run_id = ${runId} and r.project_id = ${projectId} and not ${isHidden('r')}`,
  );
  return recording;
}

/** A trial of a case with its recording. */
export interface CaseRecording {
  iterationId: string;
  iterationNumber: number;
  model: string | null;
  result: 'passed' | 'failed' | null;
  frozen: FrozenCase;
  transcript: Buffer | null;
}

/** The trials of a case in a run, in their order; none when the run has no such case. */
export const listCaseRecordings = (
  db: Db,
  { projectId, runId, caseId }: Record<'projectId' | 'runId' | 'caseId', string>,
  limit: number,
): Promise<CaseRecording[]> =>
  rows<CaseRecording>(
    db,
    sql`
    select i.id as iteration_id, i.iteration_number, i.model, i.result, c.body as frozen, i.transcript
    from runs r join run_cases c on c.run_id = r.id join iterations i on i.run_id = r.id and i.case_position = c.position
    where r.id = ${runId} and r.project_id = ${projectId} and not ${isHidden('r')} and c.case_id = ${caseId}
    order by i.position limit ${limit}`,
  );

/** The transcripts of a run's iterations, gzipped JSON, in the order of the suite's cases. */
export async function listTranscripts(
  db: Db,
  runId: string,
  afterPosition: number,
  limit: number,
): Promise<{ position: number; transcript: Buffer }[]> {
  return rows(
    db,
    sql`
    select position, transcript from iterations
    where run_id = ${runId} and position > ${afterPosition} and transcript is not null order by position limit ${limit}`,
  );
}
