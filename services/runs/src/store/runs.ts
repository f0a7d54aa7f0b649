import { fragment, prepared, rows, sql, type Db } from '@assay/kit/db';
import type { ImportApproval } from '@assay/contract/documents/run';
import type { Decided, ValidityPolicy } from '@assay/grading/decide-cases';
import type { Run, RunDetails, RunServer } from '../domain/run.ts';
import { QUEUE_MS, RUN_MS } from '../limits.ts';

/** A run before its row is written. */
export interface NewRun {
  id: string; projectId: string; organizationId: string; suiteId: string; notes: string | undefined;
  source: Run['source']; sessionIsolation: string; minimumAccuracy: number; servers: RunServer[]; checks: unknown[]; total: number;
  caseGrading: ValidityPolicy | undefined; variants: number; importApprovals: ImportApproval[] | undefined;
  idempotencyKey: string | undefined; traceparent: string | undefined;
}

/** How many trials of one run came to an end, and how. */
export interface Tally { runId: string; finished: number; passed: number; failed: number }

/** How a run ends; `decided` where it is graded per case and reached its end, with the variants that passed and failed. */
export interface Conclusion { status: Run['status']; result: Run['result']; decided?: { decision: Decided; passed: number; failed: number } }

/** A suite with its project, or a whole project. */
export interface RunsOwner { projectId: string; suiteId?: string }

const columns = fragment(`id, project_id as "projectId", organization_id as "organizationId", suite_id as "suiteId", run_number as "runNumber",
  status, result, source, notes, minimum_accuracy as "minimumAccuracy", servers, total, finished, passed, failed,
  case_grading as "caseGrading", variants, variants_passed as "variantsPassed", variants_failed as "variantsFailed",
  created_at as "createdAt", started_at as "startedAt", completed_at as "completedAt"`);

const details = fragment('decision, import_approvals as "importApprovals"');

export async function findRun(db: Db, projectId: string, id: string): Promise<Run & RunDetails | undefined> {
  const [run] = await rows<Run & RunDetails>(db, prepared`select ${columns}, ${details} from runs where id = ${id} and project_id = ${projectId}`);
  return run;
}

export async function findRunByKey(db: Db, projectId: string, idempotencyKey: string): Promise<Run | undefined> {
  const [run] = await rows<Run>(db, sql`select ${columns} from runs where project_id = ${projectId} and idempotency_key = ${idempotencyKey}`);
  return run;
}

/** A run that the suite's schedule started at that time or later. */
export async function findScheduledRunSince(db: Db, projectId: string, suiteId: string, at: Date): Promise<string | undefined> {
  const [run] = await rows<{ id: string }>(db, sql`
    select id from runs where project_id = ${projectId} and suite_id = ${suiteId} and source = 'schedule' and created_at >= ${at}
    order by created_at desc limit 1`);
  return run?.id;
}

/** Newest first. Ask for one row more than a page: its presence means there is a next one. */
export async function listRuns(db: Db, projectId: string, suiteId: string, after: readonly (string | number)[] | undefined, limit: number): Promise<Run[]> {
  const [at, id] = after ?? [null, null];
  return rows<Run>(db, sql`
    select ${columns} from runs
    where project_id = ${projectId} and suite_id = ${suiteId}
      and (${at}::float8 is null or (created_at, id) < (to_timestamp(${at}::float8 / 1000), ${id}))
    order by created_at desc, id desc limit ${limit}`);
}

/** Makes the launches of one organization take turns until the transaction ends. */
export async function lockLaunches(db: Db, organizationId: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtext('launch'), hashtext(${organizationId}))`);
}

/** Counts an organization's runs that are not over. */
export async function countOpenRuns(db: Db, organizationId: string): Promise<number> {
  const [open] = await rows<{ count: number }>(db, sql`
    select count(*)::int as count from runs where organization_id = ${organizationId} and status in ('pending', 'running')`);
  return open!.count;
}

export async function insertRun(db: Db, run: NewRun): Promise<Run> {
  const [row] = await rows<Run>(db, sql`
    insert into runs (id, project_id, organization_id, suite_id, run_number, source, notes, session_isolation, minimum_accuracy,
                      servers, checks, total, case_grading, variants, import_approvals, idempotency_key, traceparent, deadline_at)
    values (${run.id}, ${run.projectId}, ${run.organizationId}, ${run.suiteId},
            (select coalesce(max(run_number), 0) + 1 from runs where suite_id = ${run.suiteId}), ${run.source}, ${run.notes},
            ${run.sessionIsolation}, ${run.minimumAccuracy}, ${JSON.stringify(run.servers)}, ${JSON.stringify(run.checks)}, ${run.total},
            ${run.caseGrading && JSON.stringify(run.caseGrading)}, ${run.variants}, ${run.importApprovals && JSON.stringify(run.importApprovals)},
            ${run.idempotencyKey}, ${run.traceparent}, now() + ${QUEUE_MS} * interval '1 ms')
    returning ${columns}`);
  return row!;
}

/** Notes that a run was given a runner: its turn is over until the others had theirs, and with its first runner its time begins. */
export async function markServed(db: Db, runId: string): Promise<void> {
  await db.query(sql`
    update runs set served_at = clock_timestamp(), status = 'running', started_at = coalesce(started_at, now()),
                    deadline_at = case when status = 'pending' then now() + ${RUN_MS} * interval '1 ms' else deadline_at end
    where id = ${runId} and status in ('pending', 'running')`);
}

/** Locks runs in one order for everybody, so that two writers never wait for each other. */
export async function lockRuns(db: Db, runIds: string[]): Promise<void> {
  await db.query(sql`select from runs where id = any(${runIds}) order by id for update`);
}

/** Adds finished trials to an open run and answers it as it is then; undefined when the run is over already. */
export async function addToTally(db: Db, { runId, finished, passed, failed }: Tally): Promise<Run | undefined> {
  const [run] = await rows<Run>(db, sql`
    update runs set finished = finished + ${finished}, passed = passed + ${passed}, failed = failed + ${failed},
                    status = 'running', started_at = coalesce(started_at, now())
    where id = ${runId} and status in ('pending', 'running') returning ${columns}`);
  return run;
}

/** Ends an open run; undefined when somebody else ended it first. */
export async function settleRun(db: Db, id: string, { status, result, decided }: Conclusion): Promise<Run | undefined> {
  const [run] = await rows<Run>(db, sql`
    update runs set status = ${status}, result = ${result}, completed_at = now(), decision = ${decided && JSON.stringify(decided.decision)},
                    variants_passed = ${decided?.passed ?? 0}, variants_failed = ${decided?.failed ?? 0}
    where id = ${id} and status in ('pending', 'running') returning ${columns}`);
  return run;
}

/** Open runs that have used up their time. */
export async function listOverdueRuns(db: Db): Promise<string[]> {
  const overdue = await rows<{ id: string }>(db, sql`
    select id from runs where status in ('pending', 'running') and deadline_at < now() order by deadline_at limit 100`);
  return overdue.map(({ id }) => id);
}

/** A few runs of an owner that is gone, in the order of their index: so many that deleting them takes a moment, and at least one if there is any. */
export async function listRunsToDelete(db: Db, { projectId, suiteId }: RunsOwner): Promise<string[]> {
  const doomed = await rows<{ id: string }>(db, sql`
    with next as (
      select id, total from runs where project_id = ${projectId} and (${suiteId}::text is null or suite_id = ${suiteId})
      order by project_id, suite_id, created_at desc, id desc limit 100)
    select id from (select id, sum(total) over (order by id) - total as before from next) sized where before < 1000`);
  return doomed.map(({ id }) => id);
}

/** Deletes runs that the transaction has locked, their iterations first and in the order in which everybody locks those. */
export async function deleteRuns(db: Db, ids: string[]): Promise<void> {
  await db.query(sql`
    with doomed as (select id from iterations where run_id = any(${ids}) order by id for update)
    delete from iterations i using doomed where i.id = doomed.id`);
  await db.query(sql`delete from runs where id = any(${ids})`);
}
