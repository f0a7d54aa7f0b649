import { prepared, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';

/** Tells every replica that something happened in a session. */
export async function notifySession(db: Db, sessionId: string): Promise<void> {
  await db.query(sql`select pg_notify('turns', ${sessionId})`);
}

/** Appends an event to a turn, as masked JSON, and tells every replica of it; answers its number. */
export async function appendEvent(
  tx: Tx,
  { sessionId, promptIndex }: { sessionId: string; promptIndex: number },
  body: string,
): Promise<number> {
  const [row] = await rows<{ seq: number }>(
    tx,
    sql`
    with stored as (
      insert into turn_events (session_id, prompt_index, seq, body)
      select ${sessionId}, ${promptIndex}, coalesce(max(seq) + 1, 0), ${body}::json from turn_events
      where session_id = ${sessionId} and prompt_index = ${promptIndex} returning seq)
    select seq, pg_notify('turns', ${sessionId}) from stored`,
  );
  return row!.seq;
}

/** An event of a lease of a turn, by its number within the lease. */
export interface HeardEvent {
  turnId: string;
  fence: string;
  index: number;
  /** Masked JSON. */
  body: string;
}

/** Stores the events of turns that are under way; a repeated event changes nothing. */
export async function insertHeardEvents(db: Db, events: HeardEvent[]): Promise<void> {
  await db.query(
    sql`
    with stored as (
      insert into turn_events (session_id, prompt_index, seq, body)
      select t.session_id, t.prompt_index, t.first_event + e.index, e.body
      from unnest(${events.map(({ turnId }) => turnId)}::text[], ${events.map(({ fence }) => fence)}::uuid[],
                  ${events.map(({ index }) => index)}::int[], ${events.map(({ body }) => body)}::json[]) as e(turn_id, fence, index, body)
      join turns t on t.id = e.turn_id and t.fence = e.fence and t.status = 'running'
      on conflict do nothing returning session_id)
    select pg_notify('turns', session_id) from (select distinct session_id from stored) news`,
  );
}

/** A stored event. */
export interface StoredEvent {
  promptIndex: number;
  seq: number;
  body: { type: string };
}

/** The events of a session behind a place in it, in their order. */
export const listEventsAfter = (
  db: Db,
  sessionId: string,
  { promptIndex, seq }: { promptIndex: number; seq: number },
  limit: number,
): Promise<StoredEvent[]> =>
  rows<StoredEvent>(
    db,
    prepared`
    select prompt_index, seq, body from turn_events
    where session_id = ${sessionId} and (prompt_index, seq) > (${promptIndex}, ${seq})
    order by prompt_index, seq limit ${limit}`,
  );

/** Deletes some events that are older than `ms`; answers whether there may be more. */
export async function deleteOldEvents(db: Db, ms: number, limit: number): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    delete from turn_events where ctid = any(array(
      select ctid from turn_events where created_at < now() - ${ms} * interval '1 ms' limit ${limit}))`);
  return rowCount === limit;
}
