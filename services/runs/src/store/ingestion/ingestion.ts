import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { variantKey, type IngestedSoFar } from '../../domain/ingestion/place-iterations.ts';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { runColumns, runDetailColumns } from '../eval-runs/run-columns.ts';
import { isHidden } from '../eval-runs/tombstones.ts';

/** The name of a reporter's run. */
export interface IngestedRunRef {
  id?: string | undefined;
  externalRunId?: string | undefined;
}

/** An ingested run, by any of the given names. */
export async function findIngestedRun(
  db: Db,
  projectId: string,
  { id, externalRunId }: IngestedRunRef,
): Promise<(Run & RunDetails) | undefined> {
  const [run] = await rows<Run & RunDetails>(
    db,
    sql`
    select ${runColumns}, ${runDetailColumns} from runs
    where project_id = ${projectId} and source = 'sdk' and not ${isHidden('runs')}
      and (${id}::text is null or id = ${id}) and (${externalRunId}::text is null or external_run_id = ${externalRunId})`,
  );
  return run;
}

/** Removes an external id from the run of a deleted suite, so that it can be reported anew. */
export async function releaseExternalId(db: Db, projectId: string, externalRunId: string): Promise<void> {
  await db.query(
    sql`update runs set external_run_id = null where project_id = ${projectId} and external_run_id = ${externalRunId}`,
  );
}

/** The state of a run for new iterations with these external ids. */
export async function findIngestedSoFar(
  db: Db,
  runId: string,
  externalIds: string[],
): Promise<Omit<IngestedSoFar, 'finished'>> {
  const known = await rows<{ id: string }>(
    db,
    sql`select external_id as id from iterations where run_id = ${runId} and external_id = any(${externalIds})`,
  );
  const cases = await rows<{ caseId: string; position: number }>(
    db,
    sql`select case_id, position from run_cases where run_id = ${runId}`,
  );
  const trials = await rows<{ casePosition: number; model: string | null; count: number }>(
    db,
    sql`select case_position, model, trials as count from run_variants where run_id = ${runId}`,
  );
  return {
    known: new Set(known.map(({ id }) => id)),
    cases: new Map(cases.map(({ caseId, position }) => [caseId, position])),
    trials: new Map(trials.map(({ casePosition, model, count }) => [variantKey(casePosition, model), count])),
  };
}
