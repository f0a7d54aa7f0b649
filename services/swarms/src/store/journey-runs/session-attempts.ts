import type { SessionUsage } from '@assay/contract/areas/journey-runs/session-work';
import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import { insertTraceParts, listTraceParts, type PartBody, type TracePart } from '@assay/transcripts/trace-parts';

const ATTEMPTS = fragment('session_attempts');

/** How a try ended. */
export interface EndedAttempt {
  id: string;
  error: { code: string; message: string } | null;
  usage: SessionUsage | null;
}

export async function endAttempts(tx: Tx, attempts: readonly EndedAttempt[]): Promise<void> {
  await tx.query(sql`
    update session_attempts set error_code = e.code, error_message = e.message, usage = e.usage, ended_at = now()
    from unnest(${attempts.map(({ id }) => id)}::text[], ${attempts.map(({ error }) => error?.code ?? null)}::text[],
      ${attempts.map(({ error }) => error?.message ?? null)}::text[],
      ${attempts.map(({ usage }) => usage && JSON.stringify(usage))}::json[]) as e(id, code, message, usage)
    where session_attempts.id = e.id`);
}

/** A try that a runner holds, or held. */
export interface HeldAttempt {
  number: number;
  /** The usage of runners that fell silent over it or gave it back. */
  earlierUsage: SessionUsage | null;
}

export async function listAttempts(tx: Tx, ids: readonly string[]): Promise<Map<string, HeldAttempt>> {
  const found = await rows<HeldAttempt & { id: string }>(
    tx,
    sql`select id, number, earlier_usage from session_attempts where id = any(${ids})`,
  );
  return new Map(found.map(({ id, ...attempt }) => [id, attempt]));
}

/** A try that was begun at least as often as asked, with the run whose account pays for it. */
export interface LeasedAttempt {
  id: string;
  runId: string;
  organizationId: string;
}

/** Tries that runners began at least `leases` times. */
export async function listAttemptsLeased(db: Db, ids: readonly string[], leases: number): Promise<LeasedAttempt[]> {
  if (ids.length === 0) return [];
  return rows<LeasedAttempt>(
    db,
    sql`
    select a.id, r.id as "runId", r.organization_id
    from session_attempts a join sessions s on s.id = a.session_id join journey_runs r on r.id = s.run_id
    where a.id = any(${ids}) and a.leases >= ${leases}`,
  );
}

/** Notes what earlier runners of a try used. */
export async function saveEarlierUsage(db: Db, id: string, usage: SessionUsage): Promise<void> {
  await db.query(sql`update session_attempts set earlier_usage = ${JSON.stringify(usage)} where id = ${id}`);
}

export async function insertAttempts(
  tx: Tx,
  attempts: readonly { id: string; sessionId: string; number: number }[],
): Promise<void> {
  if (attempts.length === 0) return;
  await tx.query(sql`
    insert into session_attempts (id, session_id, number)
    select * from unnest(${attempts.map(({ id }) => id)}::text[], ${attempts.map(({ sessionId }) => sessionId)}::text[],
      ${attempts.map(({ number }) => number)}::int[])`);
}

/** Stores parts from the present leases of tries. */
export const insertAttemptParts = (db: Db, parts: TracePart[]): Promise<void> => insertTraceParts(db, ATTEMPTS, parts);

/** The parts of the trace of a session's last try after the `after`th. */
export const listSessionParts = async (
  db: Db,
  attemptId: string,
  page: { after: number; limit: number },
): Promise<PartBody[]> =>
  (await listTraceParts(db, sql`select id, fence from session_attempts where id = ${attemptId}`, page)) ?? [];
