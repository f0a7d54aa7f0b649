import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import { deleteTraceParts, insertTraceParts, type TracePart } from '@assay/transcripts/trace-parts';

/** A part of the trace of a turn, by the lease that it comes from. */
export type TurnPart = TracePart;

const TURNS = fragment('turns');

/** Stores parts from the present lease of a turn. */
export const insertTurnParts = (db: Db, parts: TurnPart[]): Promise<void> => insertTraceParts(db, TURNS, parts);

/** The parts of turns in their order, gzipped JSON. */
export async function listPartsOf(db: Db, turnIds: string[]): Promise<Map<string, Buffer[]>> {
  const found = await rows<{ turnId: string; body: Buffer }>(
    db,
    sql`select owner_id as "turnId", body from trace_parts where owner_id = any(${turnIds}) order by owner_id, part`,
  );
  return new Map(
    [...Map.groupBy(found, ({ turnId }) => turnId)].map(([id, parts]) => [id, parts.map(({ body }) => body)]),
  );
}

/** Deletes some parts of the traces of an organization's turns that ended more than `days` ago; answers whether there may be more. */
export const deleteOldTurnParts = (db: Db, organizationId: string, days: number, limit: number): Promise<boolean> =>
  deleteTraceParts(
    db,
    sql`
    select t.id from turns t join chat_sessions s on s.id = t.session_id
    where s.organization_id = ${organizationId} and t.ended_at < now() - make_interval(days => ${days})`,
    limit,
  );
