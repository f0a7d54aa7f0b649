import { rows, sql, transaction, type Db, type Pool } from '../postgres/db.ts';
import { deadLetterTopic, type DeadLetter, type DeadLetters } from './bus.ts';
import { appendToTopic, toMessage, type MessageRow } from './postgres-log.ts';

/** The dead letters of events of these topics in the event log of Postgres. */
export function postgresDeadLetters(pool: Pool, topics: readonly string[]): DeadLetters {
  const dead = topics.map(deadLetterTopic);
  return {
    count: () => countDeadLetters(pool, dead),
    list: (limit) => listDeadLetters(pool, dead, limit),
    find: async (eventId) => (await listDeadLetters(pool, dead, 1, eventId))[0],
    replay: (eventId, limit) => replayDeadLetters(pool, dead, eventId, limit),
    drop: (eventId) => dropDeadLetters(pool, dead, eventId),
  };
}

async function countDeadLetters(db: Db, dead: string[]): Promise<number> {
  const [found] = await rows<{ count: number }>(
    db,
    sql`select count(*)::int as count from messages where topic = any(${dead})`,
  );
  return found!.count;
}

async function dropDeadLetters(db: Db, dead: string[], eventId: string): Promise<number> {
  const { rowCount } = await db.query(sql`delete from messages where topic = any(${dead}) and event_id = ${eventId}`);
  return rowCount ?? 0;
}

/** The dead letters of all topics or of one event, oldest first; at most `limit`. */
async function listDeadLetters(db: Db, dead: string[], limit: number, eventId?: string): Promise<DeadLetter[]> {
  const found = await rows<MessageRow & { publishedAt: Date }>(
    db,
    sql`
    select * from messages where topic = any(${dead}) and (${eventId ?? null}::text is null or event_id = ${eventId ?? null})
    order by published_at, topic, position limit ${limit}`,
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

const replayDeadLetters = (pool: Pool, dead: string[], eventId: string | undefined, limit: number): Promise<number> =>
  transaction(pool, async (tx) => {
    const found = await rows<MessageRow & { topic: string }>(
      tx,
      sql`
      select * from messages where topic = any(${dead}) and (${eventId ?? null}::text is null or event_id = ${eventId ?? null})
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
