import type { Bus } from '../bus/bus.ts';
import { activity, QUIET_LOOK_MS } from '../concurrency/activity.ts';
import { pause } from '../concurrency/back-off.ts';
import type { BackgroundTask } from '../concurrency/background-task.ts';
import { observeOutbox } from './observe-outbox.ts';
import { keepSession, type PostgresSession } from '../postgres/session.ts';
import { prepared, rows, sql, type Db, type Pool } from '../postgres/db.ts';
import type { Logger } from '../log.ts';

const BATCH = 100;
/** How often a relay that stands by looks whether its turn has come, in milliseconds. */
const STANDBY_MS = 2_000;
/** How often the relay looks without being woken, in milliseconds: a connection pooler in between may lose notifications. */
const POLL_MS = 15_000;
/** Events of one moment leave together, in milliseconds: five statements move a hundred as well as one. */
const GATHER_MS = 100;

interface OutboxRow {
  id: string;
  topic: string;
  key: string;
  eventId: string;
  type: string;
  value: Buffer;
  traceparent: string | null;
  createdAt: Date;
}

/**
 * Sends what services write with `publish`, oldest first, as events of `source`. Of all relays on one outbox one sends and
 * the others stand by. An event is deleted after the bus has taken it, so a crash in between sends it again.
 */
export function startRelay(pool: Pool, bus: Pick<Bus, 'publish'>, source: string, log: Logger): BackgroundTask {
  const observed = observeOutbox(pool, source);
  const session = keepSession('the outbox relay', pool, log, (session) => relay(session, bus, source));
  return {
    stop: async () => {
      observed.stop();
      await session.stop();
    },
  };
}

async function relay(
  { db, signal, listen, claim }: PostgresSession,
  bus: Pick<Bus, 'publish'>,
  source: string,
): Promise<void> {
  const [outbox] = await rows<{ oid: string }>(db, sql`select 'outbox'::regclass::oid::text as oid`);
  // A channel for each outbox: services that share a database would all be woken by each event.
  const news = await listen(`outbox_${outbox!.oid}`, '');
  // The claim is of the table itself: services that share a database each have their own sender.
  while (!(await claim('outbox'))) {
    await news.wait(STANDBY_MS);
    if (signal.aborted) return;
  }
  while (!signal.aborted) {
    const sent = await sendBatch(db, bus, source);
    if (sent < BATCH) {
      await news.wait(activity.isQuiet() ? QUIET_LOOK_MS : POLL_MS);
      await pause(GATHER_MS, signal);
    }
  }
}

async function sendBatch(db: Db, bus: Pick<Bus, 'publish'>, source: string): Promise<number> {
  const batch = await rows<OutboxRow>(
    db,
    prepared`
    select id, topic, key, event_id, type, value, traceparent, created_at from outbox order by id limit ${BATCH}`,
  );
  if (batch.length === 0) return 0;
  await bus.publish(
    batch.map(({ topic, key, eventId, type, value, traceparent, createdAt }) => ({
      topic,
      key,
      id: eventId,
      type,
      source,
      time: createdAt,
      value,
      traceparent: traceparent ?? undefined,
    })),
  );
  // Not `id <= last`: a transaction that took a lower id may commit after this batch was read.
  await rows(db, prepared`delete from outbox where id = any(${batch.map(({ id }) => id)}::bigint[])`);
  return batch.length;
}
