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

/** The numbers of tries. */
export async function listAttemptNumbers(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const found = await rows<{ id: string; number: number }>(
    tx,
    sql`select id, number from session_attempts where id = any(${ids})`,
  );
  return new Map(found.map(({ id, number }) => [id, number]));
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
