import type { SessionSpec } from '@assay/contract/areas/chat-sessions/turn-work';
import type { Counters } from '@assay/grading/measures/counters';
import { fragment, prepared, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { WaveMining } from '../../domain/findings/mining-state.ts';
import type { OverviewRun } from '../../domain/journey-runs/overview.ts';
import type { DecidedRun, StoredRun } from '../../domain/journey-runs/run.ts';
import type { ShownRun } from '../../domain/journey-runs/run-view.ts';
import type { Tally } from '../../domain/journey-runs/tally.ts';
import { miningColumns } from './waves.ts';

const columns = fragment(
  `id, organization_id, project_id, journey_id, wave_id,
   request_hash, status, is_canceled, is_stale, error, spec, tally, change,
   key_id, created_at, last_heartbeat_at, ended_at,
   traces_gone_at`,
);
/** Replicas tell each other on this channel of the changes of runs. */
export const JOURNEY_RUNS = 'journey_runs';
/** How long a run stays without a sign of a runner before the watchdog ends it. */
const SILENCE = fragment(`interval '60 minutes'`);
/** At most this often the sign of a runner is written down. */
const PACE = fragment(`interval '15 seconds'`);

/** A run that is to be written. */
export interface NewRun extends Pick<
  StoredRun,
  'id' | 'organizationId' | 'projectId' | 'journeyId' | 'waveId' | 'requestHash' | 'spec' | 'tally' | 'keyId'
> {
  idempotencyKey: string | null;
  sealedAccess: Buffer | null;
  /** The assistant's side, for each target. */
  sessionSpecs: SessionSpec[];
}

export async function insertRun(tx: Tx, run: NewRun): Promise<StoredRun> {
  const [row] = await rows<StoredRun>(
    tx,
    sql`
    insert into journey_runs (id, organization_id, project_id, journey_id, wave_id, idempotency_key, request_hash, spec,
      session_specs, sealed_access, key_id, tally, deadline_at)
    values (${run.id}, ${run.organizationId}, ${run.projectId}, ${run.journeyId}, ${run.waveId}, ${run.idempotencyKey},
      ${run.requestHash}, ${JSON.stringify(run.spec)}, ${JSON.stringify(run.sessionSpecs)}, ${run.sealedAccess}, ${run.keyId}, ${JSON.stringify(run.tally)},
      now() + ${SILENCE})
    returning ${columns}`,
  );
  return row!;
}

export async function findRun(db: Db, projectId: string, id: string): Promise<StoredRun | undefined> {
  const [row] = await rows<StoredRun>(
    db,
    prepared`select ${columns} from journey_runs where project_id = ${projectId} and id = ${id}`,
  );
  return row;
}

/** A run of any project. */
export async function findRunById(db: Db, id: string): Promise<StoredRun | undefined> {
  const [row] = await rows<StoredRun>(db, prepared`select ${columns} from journey_runs where id = ${id}`);
  return row;
}

/** The run that an earlier launch of the journey with this key made. */
export async function findRunByKey(db: Db, journeyId: string, key: string): Promise<StoredRun | undefined> {
  const [row] = await rows<StoredRun>(
    db,
    sql`select ${columns} from journey_runs where journey_id = ${journeyId} and idempotency_key = ${key}`,
  );
  return row;
}

/** A run for its single read: the document that was stored as JSON text, or else the run with its first sessions. */
export type RunToShow = ({ shown: string } | ({ shown: null } & ShownRun)) &
  WaveMining & {
    /** The insights of its wave were requested. */
    hasInsights: boolean;
  };

/**
 * The run as it was stored to be shown, if that was in this form, or else the run with its first sessions, at most
 * `limit`; one statement.
 */
export async function findRunToShow(
  db: Db,
  { projectId, runId }: { projectId: string; runId: string },
  form: string,
  limit: number,
): Promise<RunToShow | undefined> {
  const [row] = await rows<RunToShow>(
    db,
    prepared`
    select case when stored.shown_form = ${form} then stored.shown::text end as shown,
      exists (select from insights i where i.series_id = stored.project_id and i.window_id = stored.wave_id) as "hasInsights",
      wave.*, run.*
    from journey_runs stored
    cross join lateral (
      select ${miningColumns} from waves w where w.project_id = stored.project_id and w.id = stored.wave_id) wave
    left join lateral (
      select ${columns}, (
        select coalesce(json_agg(a), '[]') from (
          select id, target_index as "targetIndex", session_index as "sessionIndex", status, error_code as "errorCode",
            error_message as "errorMessage"
          from sessions where run_id = stored.id order by position limit ${limit}) a) as attempts
      from journey_runs where id = stored.id and stored.shown_form is distinct from ${form}) run on true
    where stored.project_id = ${projectId} and stored.id = ${runId}`,
  );
  return row;
}

/** A locked run in the form of its single read, and its verdict, for as long as its counts stay the same. */
export async function saveShown(
  tx: Tx,
  { id, shown, form, verdict }: { id: string; shown: string; form: string; verdict: DecidedRun['verdict'] },
): Promise<void> {
  // Tenant: the transaction has locked the runs.
  await tx.query(sql`
    update journey_runs set shown = ${shown}, shown_form = ${form}, verdict = ${verdict} where id = ${id}`);
}

/** The runs of a journey, newest first, after the cursor. */
export const listRuns = (db: Db, journeyId: string, after: string | undefined, limit: number): Promise<DecidedRun[]> =>
  rows<DecidedRun>(
    db,
    sql`
    select ${columns}, verdict from journey_runs where journey_id = ${journeyId} and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`,
  );

/** The runs of a wave. */
export const listRunsOfWave = (db: Db, projectId: string, waveId: string): Promise<StoredRun[]> =>
  rows<StoredRun>(
    db,
    sql`select ${columns} from journey_runs where project_id = ${projectId} and wave_id = ${waveId} order by id`,
  );

/** The newest runs of a project with their journeys, newest first. */
export const listNewestRuns = (db: Db, projectId: string, limit: number): Promise<OverviewRun[]> =>
  rows<OverviewRun>(
    db,
    sql`
    select r.*, j.name as "journeyName", j.archived_at is not null as "isJourneyArchived"
    from (select ${columns} from journey_runs where project_id = ${projectId} order by id desc limit ${limit}) r
    join journeys j on j.id = r.journey_id order by r.id desc`,
  );

/** Locks the run until the transaction ends. */
export async function lockRun(tx: Tx, id: string): Promise<StoredRun | undefined> {
  const [row] = await rows<StoredRun>(tx, sql`select ${columns} from journey_runs where id = ${id} for no key update`);
  return row;
}

/** Locks a run that no runner gave a sign of; undefined when it is over or was heard of. */
export async function lockSilentRun(tx: Tx, id: string): Promise<StoredRun | undefined> {
  const [row] = await rows<StoredRun>(
    tx,
    sql`
    select ${columns} from journey_runs
    where id = ${id} and status = 'running' and deadline_at < now() for no key update`,
  );
  return row;
}

/** Locks the runs of these tries, in the order of their ids. */
export const lockRunsOfAttempts = (tx: Tx, attemptIds: readonly string[]): Promise<StoredRun[]> =>
  rows<StoredRun>(
    tx,
    sql`
    select ${columns} from journey_runs
    where id in (select run_id from sessions where attempt_id = any(${attemptIds})) order by id for no key update`,
  );

/** The same for the runs of sessions that these judges grade. */
export const lockRunsOfJudges = (tx: Tx, judgeIds: readonly string[]): Promise<StoredRun[]> =>
  rows<StoredRun>(
    tx,
    sql`
    select ${columns} from journey_runs
    where id in (select run_id from sessions where judge_id = any(${judgeIds})) order by id for no key update`,
  );

/** The new counts of a run. */
export interface RunCounts {
  id: string;
  tally: Tally;
  /** Undefined leaves them as they are. */
  measures?: Counters;
}

/**
 * Writes the counts of locked runs as their next change, and that there was a sign of them; tells their followers. The
 * sessions of the changes are saved before. The runs as they were stored to be shown are forgotten. The deadline is in an index: most saves leave it and write to no index.
 */
export async function saveCounts(tx: Tx, runs: readonly RunCounts[]): Promise<void> {
  // Tenant: the transaction has locked the runs.
  await tx.query(sql`
    with told as (
      select * from unnest(
        ${runs.map(({ id }) => id)}::text[], ${runs.map(({ tally }) => JSON.stringify(tally))}::json[],
        ${runs.map(({ measures }) => measures && JSON.stringify(measures))}::json[]) as t(id, tally, measures)),
    saved as (
      update journey_runs r set tally = told.tally, measures = coalesce(told.measures, r.measures), shown = null, shown_form = null,
        verdict = null, change = change + 1, last_heartbeat_at = now(),
        deadline_at = case when deadline_at < now() + ${SILENCE} - ${PACE} then now() + ${SILENCE} else deadline_at end
      from told where r.id = told.id)
    select pg_notify(${JOURNEY_RUNS}, id) from told`);
}

/** Tells the followers of the runs of a wave that it changed; the runs themselves did not. */
export async function tellFollowers(tx: Tx, projectId: string, waveId: string): Promise<void> {
  await tx.query(sql`
    select pg_notify(${JOURNEY_RUNS}, id) from journey_runs where project_id = ${projectId} and wave_id = ${waveId}`);
}

/** Notes that runners work on the running runs of these tries; locks the runs in the order of their ids. */
export async function noteHeartbeat(db: Db, attemptIds: readonly string[]): Promise<void> {
  // Tenant: the leases of work items name the tries.
  await db.query(sql`
    with due as (
      select id from journey_runs
      where status = 'running' and last_heartbeat_at < now() - ${PACE} and id in (select run_id from sessions where attempt_id = any(${attemptIds}))
      order by id for no key update)
    update journey_runs r set last_heartbeat_at = now(), deadline_at = now() + ${SILENCE} from due where r.id = due.id`);
}

/** How many turns a try has taken. */
export interface AttemptTurns {
  attemptId: string;
  turns: number;
}

/** Notes the turns of sessions under way; what is known already changes nothing. */
export async function noteTurns(db: Db, told: readonly AttemptTurns[]): Promise<void> {
  if (told.length === 0) return;
  // Tenant: the leases of work items name the tries.
  await db.query(sql`
    with further as (
      select s.id, s.run_id, t.turns from sessions s
      join unnest(${told.map(({ attemptId }) => attemptId)}::text[], ${told.map(({ turns }) => turns)}::int[]) as t(attempt_id, turns)
        on t.attempt_id = s.attempt_id
      where s.lifecycle = 'running' and s.turn_count < t.turns),
    locked as (
      select id from journey_runs where id in (select run_id from further) order by id for no key update),
    changed as (
      update journey_runs r set change = change + 1 from locked where r.id = locked.id returning r.id, r.change),
    noted as (
      update sessions s set turn_count = f.turns, change = c.change, last_activity_at = now()
      from further f join changed c on c.id = f.run_id
      where s.id = f.id and s.lifecycle = 'running' returning s.run_id)
    select pg_notify(${JOURNEY_RUNS}, run_id) from (select distinct run_id from noted) news`);
}

/** The columns that the end of a run changes. */
export type RunEnd = Pick<StoredRun, 'id' | 'status' | 'isCanceled' | 'isStale' | 'error'>;

/** Ends a locked run; its access to models goes unless sessions are still to be judged. */
export async function endRunRow(
  tx: Tx,
  { id, status, isCanceled, isStale, error }: RunEnd,
  keepsAccess: boolean,
): Promise<void> {
  // Tenant: the transaction has locked the runs.
  await tx.query(sql`
    update journey_runs set status = ${status}, is_canceled = ${isCanceled}, is_stale = ${isStale}, error = ${error},
      ended_at = now(), sealed_access = case when ${keepsAccess} then sealed_access end
    where id = ${id}`);
}

/** Deletes the access to models of a run that is over and graded. */
export async function dropAccess(tx: Tx, id: string): Promise<void> {
  // Tenant: the transaction has locked the runs.
  await tx.query(sql`update journey_runs set sealed_access = null where id = ${id} and status <> 'running'`);
}

/** The parts of a run that runners are told and readers are not. */
export interface RunSecrets {
  id: string;
  sealedAccess: Buffer | null;
  sessionSpecs: SessionSpec[];
}

export async function listRunSecrets(db: Db, ids: readonly string[]): Promise<Map<string, RunSecrets>> {
  const found = await rows<RunSecrets>(
    db,
    sql`
    select id, sealed_access, session_specs from journey_runs where id = any(${ids})`,
  );
  return new Map(found.map((each) => [each.id, each]));
}

/** Some runs without a sign of a runner for too long. */
export const listSilentRuns = async (db: Db, limit: number): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      db,
      sql`select id from journey_runs where status = 'running' and deadline_at < now() order by deadline_at limit ${limit}`,
    )
  ).map(({ id }) => id);

/** Runs by their ids. */
export async function listRunsById(db: Db, ids: readonly string[]): Promise<Map<string, StoredRun>> {
  const found = await rows<StoredRun>(db, sql`select ${columns} from journey_runs where id = any(${ids})`);
  return new Map(found.map((run) => [run.id, run]));
}
