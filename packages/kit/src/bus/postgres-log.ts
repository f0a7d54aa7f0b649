import { prepared, rows, sql, transaction, type Db, type Pool } from '../postgres/db.ts';
import type { BusMessage } from './bus.ts';

/** The channel on which a publisher announces a topic. */
export const BUS_CHANNEL = 'bus_messages';

export interface LoggedMessage {
  position: string;
  message: BusMessage;
}
/** A row of the event log. */
export interface MessageRow {
  position: string;
  key: string;
  eventId: string;
  type: string;
  source: string;
  time: Date;
  value: Buffer;
  traceparent: string | null;
  extensions: Record<string, string>;
}

/** Appends the messages, all or none. Topics are taken in the order of their names, so two publishers cannot deadlock. */
export async function appendMessages(pool: Pool, messages: BusMessage[]): Promise<void> {
  const byTopic = Map.groupBy(messages, ({ topic }) => topic);
  const append = async (db: Db) => {
    for (const topic of [...byTopic.keys()].sort()) await appendToTopic(db, topic, byTopic.get(topic)!);
  };
  // One statement is a transaction by itself.
  await (byTopic.size > 1 ? transaction(pool, append) : append(pool));
}

/** Appends to one topic; other publishers of it wait until `tx` ends. */
export async function appendToTopic(tx: Db, topic: string, messages: BusMessage[]): Promise<void> {
  const column = <T>(read: (message: BusMessage) => T) => messages.map(read);
  await rows(
    tx,
    prepared`
    with moved as (
      insert into topics (name, head) values (${topic}, ${messages.length})
      on conflict (name) do update set head = topics.head + excluded.head
      returning head - ${messages.length}::bigint as last
    ), appended as (
      insert into messages (topic, position, key, event_id, type, source, time, value, traceparent, extensions)
      select ${topic}, last + nr, key, event_id, type, source, time, value, traceparent, extensions::jsonb
      from moved, unnest(
        ${column(({ key }) => key)}::text[], ${column(({ id }) => id)}::text[], ${column(({ type }) => type)}::text[],
        ${column(({ source }) => source)}::text[], ${column(({ time }) => time)}::timestamptz[],
        ${column(({ value }) => Buffer.from(value))}::bytea[], ${column(({ traceparent }) => traceparent ?? null)}::text[],
        ${column(({ extensions }) => JSON.stringify(extensions ?? {}))}::text[]
      ) with ordinality as message (key, event_id, type, source, time, value, traceparent, extensions, nr)
    )
    select pg_notify(${BUS_CHANNEL}, ${topic})`,
  );
}

/** The next messages of a topic behind `position`, oldest first. */
export async function listMessages(db: Db, topic: string, position: string, limit: number): Promise<LoggedMessage[]> {
  const found = await rows<MessageRow>(
    db,
    prepared`
    select position, key, event_id, type, source, time, value, traceparent, extensions
    from messages where topic = ${topic} and position > ${position}
    order by position limit ${limit}`,
  );
  return found.map((row) => ({ position: row.position, message: toMessage(row, topic) }));
}

/** The message of a row, for `topic`. */
export const toMessage = (
  { eventId: id, key, type, source, time, value, traceparent, extensions }: MessageRow,
  topic: string,
): BusMessage => ({ topic, id, key, type, source, time, value, traceparent: traceparent ?? undefined, extensions });

/**
 * Deletes the messages that are older than the retention and were passed by every group of their topic. A group that no
 * consumer belonged to for as long holds nothing back.
 */
export async function deleteOldMessages(db: Db, retentionHours: number): Promise<void> {
  await db.query(sql`
    delete from messages
    where published_at < now() - make_interval(hours => ${retentionHours})
      and position <= all (
        select positions.position from positions
        where positions.topic = messages.topic and seen_at >= now() - make_interval(hours => ${retentionHours}))`);
}
