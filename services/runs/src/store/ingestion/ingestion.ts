import type { RunCi, RunClient, RunLauncher } from '@assay/contract/areas/eval-runs/documents';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Ingestion } from '../../domain/ingestion/ingestion.ts';
import { variantKey, type Standing } from '../../domain/ingestion/place-trials.ts';
import type { Run, RunDetails, RunServer } from '../../domain/eval-runs/run.ts';
import { INGESTION_MS } from '../../domain/eval-runs/limits.ts';
import { columns, details } from '../eval-runs/run-columns.ts';

/** A run that is made elsewhere, before its row is written. */
export interface NewIngestedRun {
  id: string;
  projectId: string;
  organizationId: string;
  suiteId: string;
  minimumAccuracy: number;
  servers: RunServer[];
  client: RunClient;
  ingestion: Ingestion;
  externalRunId: string | undefined;
  name: string | undefined;
  notes: string | undefined;
  tags: string[] | undefined;
  framework: string | undefined;
  launcher: RunLauncher | undefined;
  ci: RunCi | undefined;
  keyId: string | undefined;
}

/** How a reporter names one of its runs. */
export interface IngestedRunRef {
  id?: string | undefined;
  externalRunId?: string | undefined;
}

/** Writes a run that goes on elsewhere, under the next number of its suite. */
export async function insertIngestedRun(db: Db, run: NewIngestedRun): Promise<Run> {
  const [row] = await rows<Run>(
    db,
    sql`
    insert into runs (id, project_id, organization_id, suite_id, run_number, source, status, started_at, session_isolation, checks, minimum_accuracy, total,
                      servers, client, ingestion, external_run_id, name, notes, tags, framework, launcher, ci, key_id, deadline_at)
    values (${run.id}, ${run.projectId}, ${run.organizationId}, ${run.suiteId},
            (select coalesce(max(run_number), 0) + 1 from runs where suite_id = ${run.suiteId}), 'sdk', 'running', now(), 'iteration', '[]',
            ${run.minimumAccuracy}, ${run.ingestion.expectedIterations ?? 0}, ${JSON.stringify(run.servers)}, ${run.client}, ${run.ingestion},
            ${run.externalRunId}, ${run.name}, ${run.notes}, ${run.tags}, ${run.framework}, ${run.launcher}, ${run.ci}, ${run.keyId},
            now() + ${INGESTION_MS} * interval '1 ms')
    returning ${columns}`,
  );
  return row!;
}

/** A run that was made elsewhere, by whichever of its names is given. */
export async function findIngestedRun(
  db: Db,
  projectId: string,
  { id, externalRunId }: IngestedRunRef,
): Promise<(Run & RunDetails) | undefined> {
  const [run] = await rows<Run & RunDetails>(
    db,
    sql`
    select ${columns}, ${details} from runs
    where project_id = ${projectId} and ingestion is not null
      and (${id}::text is null or id = ${id}) and (${externalRunId}::text is null or external_run_id = ${externalRunId})`,
  );
  return run;
}

/** What a run has, for more trials whose ids at the source are `externalIds`. */
export async function findStanding(db: Db, runId: string, externalIds: string[]): Promise<Omit<Standing, 'finished'>> {
  const known = await rows<{ id: string }>(
    db,
    sql`select external_id as id from iterations where run_id = ${runId} and external_id = any(${externalIds})`,
  );
  const cases = await rows<{ caseId: string; position: number }>(
    db,
    sql`select case_id as "caseId", position from run_cases where run_id = ${runId}`,
  );
  const trials = await rows<{ casePosition: number; model: string | null; count: number }>(
    db,
    sql`
    select case_position as "casePosition", model, count(*)::int as count from iterations where run_id = ${runId} group by case_position, model`,
  );
  return {
    known: new Set(known.map(({ id }) => id)),
    cases: new Map(cases.map(({ caseId, position }) => [caseId, position])),
    trials: new Map(trials.map(({ casePosition, model, count }) => [variantKey(casePosition, model), count])),
  };
}
