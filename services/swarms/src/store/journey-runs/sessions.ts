import { keptJson } from '@assay/kit/json/kept-json';
import { KEY_FIRST, fragment, prepared, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { passedOf } from '../../domain/journey-runs/session-verdict.ts';
import type { StoredSession } from '../../domain/journey-runs/session.ts';

const columns = fragment(
  `sessions.id, run_id, project_id, position, target_index,
   session_index, seed, status, lifecycle, attempt_id, change, error_code,
   error_message, end_reason, grading, criteria, usage, turn_count,
   message_count, preview, started_at, last_activity_at,
   ended_at`,
);

/** A session that is to be written, with its first try. */
export type NewSession = Pick<
  StoredSession,
  'id' | 'runId' | 'projectId' | 'position' | 'targetIndex' | 'sessionIndex' | 'seed' | 'attemptId'
>;

export async function insertSessions(tx: Tx, sessions: readonly NewSession[]): Promise<void> {
  const { runId, projectId } = sessions[0]!;
  await tx.query(sql`
    with made as (
      insert into sessions (id, run_id, project_id, position, target_index, session_index, seed, attempt_id)
      select id, ${runId}, ${projectId}, position, target_index, session_index, seed, attempt_id from unnest(
        ${sessions.map(({ id }) => id)}::text[], ${sessions.map(({ position }) => position)}::int[],
        ${sessions.map(({ targetIndex }) => targetIndex)}::int[], ${sessions.map(({ sessionIndex }) => sessionIndex)}::int[],
        ${sessions.map(({ seed }) => seed)}::int[], ${sessions.map(({ attemptId }) => attemptId)}::text[]
      ) as s(id, position, target_index, session_index, seed, attempt_id)
      returning id, attempt_id)
    insert into session_attempts (id, session_id, number) select attempt_id, id, 1 from made`);
}

/** The sessions whose present tries these are; their runs are locked. */
export const listSessionsOfAttempts = (tx: Tx, attemptIds: readonly string[]): Promise<StoredSession[]> =>
  rows<StoredSession>(tx, sql`select ${columns} from sessions where attempt_id = any(${attemptIds}) order by position`);

/** The sessions that these judges grade, with the judges; their runs are locked. */
export const listSessionsOfJudges = (
  tx: Db,
  judgeIds: readonly string[],
): Promise<(StoredSession & { judgeId: string })[]> =>
  rows<StoredSession & { judgeId: string }>(
    tx,
    sql`select ${columns}, judge_id from sessions where judge_id = any(${judgeIds}) order by position`,
  );

/** The sessions of a locked run that are not over. */
export const listOpenSessions = (tx: Tx, runId: string): Promise<StoredSession[]> =>
  rows<StoredSession>(
    tx,
    sql`
    select ${columns} from sessions where run_id = ${runId} and lifecycle in ('pending', 'running') order by position`,
  );

/** The sessions of a run after a position, in order. */
export const listSessions = (db: Db, runId: string, after: number, limit: number): Promise<StoredSession[]> =>
  rows<StoredSession>(
    db,
    prepared`select ${columns} from sessions where run_id = ${runId} and position > ${after} order by position limit ${limit}`,
  );

/** The sessions that changed from a change and a place in it on, up to another change, in the order of their changes. */
export const listChangedSessions = (
  db: Db,
  runId: string,
  from: { change: number; place: number },
  upTo: number,
  limit: number,
): Promise<StoredSession[]> =>
  rows<StoredSession>(
    db,
    sql`
    select ${columns} from sessions
    where run_id = ${runId} and (change, position) >= (${from.change}, ${from.place}) and change <= ${upTo}
    order by change, position limit ${limit}`,
  );

export async function findSession(db: Db, runId: string, id: string): Promise<StoredSession | undefined> {
  const [row] = await rows<StoredSession>(
    db,
    sql`select ${columns} from (select * from sessions where id = ${id} ${KEY_FIRST}) sessions where run_id = ${runId}`,
  );
  return row;
}

/** Marks sessions of locked runs as begun by the runners that lease their tries, before the tallies are saved. */
export async function markBegun(tx: Tx, leases: readonly { id: string; fence: string }[]): Promise<void> {
  // Tenant: the transaction has locked the runs of the sessions.
  await tx.query(sql`
    with leased as (
      update session_attempts set fence = l.fence, leases = leases + 1 from unnest(
        ${leases.map(({ id }) => id)}::text[], ${leases.map(({ fence }) => fence)}::uuid[]) as l(id, fence)
      where session_attempts.id = l.id returning session_attempts.id)
    update sessions set status = 'running', lifecycle = 'running', started_at = coalesce(started_at, now()),
      last_activity_at = now(), turn_count = 0, change = r.change + 1
    from leased, journey_runs r where sessions.attempt_id = leased.id and r.id = sessions.run_id`);
}

/** Writes the state of sessions of a locked run, with their present tries, before its tally is saved. */
export async function saveSessions(tx: Tx, sessions: readonly StoredSession[]): Promise<void> {
  if (sessions.length === 0) return;
  const changed = sessions.map((session) => ({
    id: session.id,
    status: session.status,
    lifecycle: session.lifecycle,
    attempt_id: session.attemptId,
    error_code: session.errorCode,
    error_message: session.errorMessage,
    end_reason: session.endReason,
    grading: session.grading,
    criteria: session.criteria,
    passed: passedOf(session),
    usage: session.usage,
    turn_count: session.turnCount,
    message_count: session.messageCount,
    preview: session.preview,
    started_at: session.startedAt,
    ended_at: session.endedAt,
  }));
  // Tenant: the transaction has locked the runs of the sessions.
  await tx.query(sql`
    update sessions set status = n.status, lifecycle = n.lifecycle, attempt_id = n.attempt_id, error_code = n.error_code,
      error_message = n.error_message, end_reason = n.end_reason, grading = n.grading, criteria = n.criteria,
      passed = n.passed,
      usage = n.usage, turn_count = n.turn_count, message_count = n.message_count, preview = n.preview,
      started_at = n.started_at, ended_at = n.ended_at, last_activity_at = now(), change = r.change + 1
    from json_to_recordset(${keptJson(changed)}::json) as n(id text, status text, lifecycle text, attempt_id text,
      error_code text, error_message text, end_reason text, grading text, criteria json, passed boolean, usage json, turn_count int,
      message_count int, preview text, started_at timestamptz, ended_at timestamptz), journey_runs r
    where sessions.id = n.id and r.id = sessions.run_id`);
}

/** Names the work items that judge sessions. */
export async function setJudges(tx: Tx, judges: readonly { sessionId: string; judgeId: string }[]): Promise<void> {
  if (judges.length === 0) return;
  // Tenant: the transaction has locked the runs of the sessions.
  await tx.query(sql`
    update sessions set judge_id = j.judge_id from unnest(
      ${judges.map(({ sessionId }) => sessionId)}::text[], ${judges.map(({ judgeId }) => judgeId)}::text[]) as j(session_id, judge_id)
    where sessions.id = j.session_id`);
}
