import { rows, sql, transaction, type Db, type Pool } from '../postgres/db.ts';
import { deadLetterTopic } from './bus.ts';
import { appendToTopic, toMessage, type MessageRow } from './postgres-log.ts';

/** An event that a group gave up, in the event log of Postgres. */
export interface DeadLetter {
  eventId: string;
  type: string;
  topic: string;
  group: string;
  error: string;
  givenUpAt: Date;
}

const DEAD = `%${deadLetterTopic('')}`;

/** The dead letters of all topics, oldest first; at most `limit`. */
export async function listDeadLetters(db: Db, limit: number): Promise<DeadLetter[]> {
  const found = await rows<MessageRow & { publishedAt: Date }>(
    db,
    sql`select * from messages where topic like ${DEAD} order by published_at, topic, position limit ${limit}`,
  );
  return found.map(({ eventId, type, extensions, publishedAt: givenUpAt }) => ({
    eventId,
    type,
    topic: extensions.deadlettertopic ?? '',
    group: extensions.deadlettergroup ?? '',
    error: extensions.deadlettererror ?? '',
    givenUpAt,
  }));
}

/**
 * Publishes dead letters again on their topics: the dead letters of one event, or all, at most `limit`. Groups that handled the
 * event have its receipt and skip it. Answers their number.
 */
export const replayDeadLetters = (pool: Pool, eventId: string | undefined, limit: number): Promise<number> =>
  transaction(pool, async (tx) => {
    const found = await rows<MessageRow & { topic: string }>(
      tx,
      sql`
      select * from messages where topic like ${DEAD} and (${eventId ?? null}::text is null or event_id = ${eventId ?? null})
      order by published_at, topic, position limit ${limit} for update`,
    );
    const byTopic = Map.groupBy(found, ({ extensions }) => extensions.deadlettertopic!);
    for (const topic of [...byTopic.keys()].sort()) {
      // Two groups may have given up one event.
      const once = new Map(
        byTopic.get(topic)!.map((row) => [row.eventId, { ...toMessage(row, topic), extensions: undefined }]),
      );
      await appendToTopic(tx, topic, [...once.values()]);
    }
    for (const { topic, position } of found)
      await tx.query(sql`delete from messages where topic = ${topic} and position = ${position}`);
    return found.length;
  });
