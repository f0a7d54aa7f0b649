import type { TrialStatistics } from '@assay/contract/areas/analysis/statistics';
import type { RunStopped } from '@assay/contract/areas/eval-runs/documents';
import { GRADING_VERSION } from '@assay/grading/grading-version';
import type { DecisionOrFault } from '@assay/grading/decisions/decide-cases';
import { fragment, lookup, prepared, rows, sql, WITHOUT_DISK, type Db } from '@assay/kit/postgres/db';
import { END_TURNS } from '@assay/work/queue/turns';
import type { OverdueRun } from '../../domain/run-limits/time-limit.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { runState } from '../../domain/eval-runs/run-state.ts';
import type { Tally } from '../../domain/eval-runs/tallies/tally.ts';
import { JUDGE_MS } from '../../domain/run-limits/limits.ts';
import { runColumns } from './run-columns.ts';
import { isHidden } from './tombstones.ts';

/** How a run ends. */
export interface RunEnd {
  status: 'completed' | 'failed' | 'cancelled' | 'timed_out';
  result: Run['result'];
  /** The decision of a run that is graded per case, with the variants that passed and failed. */
  decided?: { decision: DecisionOrFault; passed: number; failed: number };
  /** Why the run ended before its iterations did. */
  stop?: RunStopped;
  /** Why there is no verdict, in words. */
  undecidedDetail?: string;
}

/** The state of a run, for requests that wait for its change; undefined when there is no such run. */
export async function findRunState(db: Db, projectId: string, id: string): Promise<number | undefined> {
  const [run] = await rows<Pick<Run, 'finished' | 'status'>>(
    db,
    lookup`
    select finished, status from runs where id = ${id} and project_id = ${projectId} and not ${isHidden('runs')}`,
  );
  return run && runState(run);
}

/** A run without its details, for polling. */
export async function findRunInBrief(db: Db, projectId: string, id: string): Promise<Run | undefined> {
  const [run] = await rows<Run>(
    db,
    prepared`select ${runColumns} from runs where id = ${id} and project_id = ${projectId} and not ${isHidden('runs')}`,
  );
  return run;
}

/** The states of runs, for their followers. */
export async function listRunStates(db: Db, ids: string[]): Promise<Map<string, number>> {
  const found = await rows<Pick<Run, 'id' | 'finished' | 'status'>>(
    db,
    prepared`select id, finished, status from runs where id = any(${ids}::text[])`,
  );
  return new Map(found.map((run) => [run.id, runState(run)]));
}

/** The parts of a run that every runner of one of its iterations receives. */
export interface ServedRun {
  projectId: string;
  organizationId: string;
  /** A RunSpec document, as it is stored. */
  spec: string;
  sealedModels: Buffer | null;
  labels: string[];
  traceparent: string | null;
}

/**
 * Notes that a runner has leased from a run: other runs are served first next time, and the first lease starts its time
 * limit. Undefined when the run ended meanwhile.
 */
export async function markServed(db: Db, runId: string): Promise<ServedRun | undefined> {
  const [run] = await rows<ServedRun>(
    db,
    prepared`
    with served as (
      update runs set served_at = clock_timestamp(), status = 'running', started_at = coalesce(started_at, now()),
                      deadline_at = case when status = 'pending' then now() + run_minutes * interval '1 minute' else deadline_at end
      where id = ${runId} and status in ('pending', 'running')
      returning organization_id as organization, project_id, spec::text as spec, sealed_models, runner_labels, traceparent),
    ended as (${END_TURNS})
    select project_id, organization as "organizationId", spec, sealed_models, runner_labels as labels, traceparent,
           ${WITHOUT_DISK}
    from served`,
  );
  return run;
}

/** Ends the turn of a run and of its project, although nothing was leased from it. */
export async function passTurn(db: Db, runId: string): Promise<void> {
  // Tenant: the queue goes over the runs of every project.
  await db.query(sql`
    with served as (
      update runs set served_at = clock_timestamp() where id = ${runId} returning organization_id as organization, project_id)
    ${END_TURNS}`);
}

/** Locks a run from which nothing was handed out yet; false otherwise. */
export async function lockPendingRun(db: Db, runId: string): Promise<boolean> {
  const { rowCount } = await db.query(sql`select from runs where id = ${runId} and status = 'pending' for update`);
  return rowCount === 1;
}

/** Locks a run that is not over; false otherwise. */
export async function lockOpenRun(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`select from runs where id = ${id} and status in ('pending', 'running', 'grading') for update`,
  );
  return rowCount === 1;
}

/** Locks a run, so that its iterations can be settled; false when it is gone. */
export async function lockRun(db: Db, runId: string): Promise<boolean> {
  return (await rows(db, sql`select from runs where id = ${runId} for update`)).length > 0;
}

/**
 * Adds ended iterations to a run under way; returns whether all of its iterations are finished, or undefined when the
 * run is over.
 */
export async function addToTally(
  db: Db,
  runId: string,
  tally: Tally,
): Promise<{ id: string; projectId: string; isFinished: boolean } | undefined> {
  const [run] = await rows<{ id: string; projectId: string; isFinished: boolean }>(
    db,
    prepared`
    update runs set finished = finished + ${tally.finished}, passed = passed + ${tally.passed}, failed = failed + ${tally.failed},
                    excluded = excluded + ${tally.excluded}, skipped = skipped + ${tally.skipped},
                    input_tokens = input_tokens + ${tally.inputTokens}, output_tokens = output_tokens + ${tally.outputTokens},
                    model_calls = model_calls + ${tally.modelCalls}, cost_micros = cost_micros + ${tally.costMicros},
                    metered = metered + ${tally.metered}, costed = costed + ${tally.costed},
                    status = 'running', started_at = coalesce(started_at, now())
    where id = ${runId} and status in ('pending', 'running') returning id, project_id, finished >= total as "isFinished"`,
  );
  return run;
}

/** Counts iterations that ended with their run, which says nothing about the server. */
export async function addEndedWithRun(db: Db, runId: string, count: number): Promise<void> {
  // Tenant: the transaction has locked the run.
  await db.query(
    sql`update runs set finished = finished + ${count}, excluded = excluded + ${count} where id = ${runId}`,
  );
}

/** Lets a run whose iterations are all finished wait for its judge. */
export async function holdForJudge(db: Db, runId: string): Promise<void> {
  // Tenant: the transaction has locked the run.
  await db.query(sql`
    update runs set status = 'grading', grading_until = now() + ${JUDGE_MS} * interval '1 ms'
    where id = ${runId} and status in ('pending', 'running')`);
}

/** Ends an open run, and deletes its sealed keys; undefined when it was over already. */
export async function settleRun(
  db: Db,
  id: string,
  { status, result, decided, stop, undecidedDetail }: RunEnd,
  statistics: TrialStatistics,
): Promise<Run | undefined> {
  // Tenant: the transaction has locked the run.
  const [run] = await rows<Run>(
    db,
    sql`
    update runs set status = ${status}, result = ${result}, completed_at = now(), decision = ${decided && JSON.stringify(decided.decision)},
                    trial_statistics = ${JSON.stringify(statistics)}, variants_passed = ${decided?.passed ?? 0}, variants_failed = ${decided?.failed ?? 0},
                    stop = ${stop && JSON.stringify(stop)}, undecided_detail = ${undecidedDetail}, grading_version = ${GRADING_VERSION}, sealed_models = null, grading_until = null
    where id = ${id} and status in ('pending', 'running', 'grading') returning ${runColumns}`,
  );
  return run;
}

/** Runs of a project that are not over. */
export async function listOpenRuns(db: Db, projectId: string): Promise<string[]> {
  const open = await rows<{ id: string }>(
    db,
    sql`select id from runs where project_id = ${projectId} and status in ('pending', 'running', 'grading') order by id`,
  );
  return open.map(({ id }) => id);
}

const isOverdue = fragment(`status in ('pending', 'running') and deadline_at < now()`);

/** Runs under way that are past their deadline. */
export async function listOverdueRuns(db: Db): Promise<string[]> {
  const overdue = await rows<{ id: string }>(
    db,
    sql`select id from runs where ${isOverdue} order by deadline_at limit 100`,
  );
  return overdue.map(({ id }) => id);
}

/** Locks a run that is under way and past its deadline, and answers its limits; undefined otherwise. */
export async function lockOverdueRun(db: Db, id: string): Promise<OverdueRun | undefined> {
  const [run] = await rows<OverdueRun>(
    db,
    sql`
    select status, run_minutes, round(extract(epoch from deadline_at - created_at) / 60)::int as "waitMinutes"
    from runs where id = ${id} and ${isOverdue} for update`,
  );
  return run;
}

/** The judge did not answer in time, or there is no pending judgement. */
const isGradingOverdue = fragment(`status = 'grading'
  and (grading_until < now() or not exists (select from judgements j where j.run_id = runs.id and j.status = 'pending'))`);

/** Runs that wait in vain for their judge. */
export async function listOverdueGradings(db: Db): Promise<string[]> {
  const forsaken = await rows<{ id: string }>(
    db,
    sql`select id from runs where ${isGradingOverdue} order by grading_until limit 100`,
  );
  return forsaken.map(({ id }) => id);
}

/** Locks and returns a run that waits in vain for its judge; undefined otherwise. */
export async function lockOverdueGrading(db: Db, id: string): Promise<Run | undefined> {
  const [run] = await rows<Run>(
    db,
    sql`select ${runColumns} from runs where id = ${id} and ${isGradingOverdue} for update`,
  );
  return run;
}
