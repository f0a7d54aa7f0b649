import { deliverEvent, deliverTogether, type EventRecipient } from './deliver.ts';
import { BUS_CHANNEL, listMessages, type LoggedMessage } from './postgres-log.ts';
import type { SubscribeOptions } from './bus.ts';
import { findOrInsertPosition, replacePosition, touchPosition } from './postgres-positions.ts';
import { activity, QUIET_LOOK_MS } from '../concurrency/activity.ts';
import { sql } from '../postgres/db.ts';
import type { PostgresSession } from '../postgres/session.ts';

/** How often a consumer that stands by looks whether the topic became free, in milliseconds. */
const STANDBY_MS = 2_000;
/** How often a consumer looks without being woken, in milliseconds: a connection pooler in between may lose notifications. */
const POLL_MS = 15_000;
/** How often a consumer notes that it is alive, in milliseconds; a fraction of the shortest retention. */
const TOUCH_MS = 5 * 60_000;
const BATCH = 50;

type PostgresRecipient = EventRecipient & Pick<SubscribeOptions, 'together'>;

/**
 * Consumes topics until the session ends. One consumer of a group is at work on a topic; the others stand by for the
 * moment it goes. When one topic fails, all end before it is thrown, so that none is consumed twice at a time.
 */
export async function consumeTopics(
  session: PostgresSession,
  topics: string[],
  recipient: PostgresRecipient,
): Promise<void> {
  const failing = new AbortController();
  const shared = { ...session, signal: AbortSignal.any([session.signal, failing.signal]) };
  const ends = await Promise.allSettled(
    topics.map((topic) =>
      consumeTopic(shared, topic, recipient).catch((error: unknown) => {
        failing.abort();
        throw error;
      }),
    ),
  );
  const failed = ends.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

async function consumeTopic(
  { db, signal, listen, claim }: PostgresSession,
  topic: string,
  recipient: PostgresRecipient,
): Promise<void> {
  const news = await listen(BUS_CHANNEL, topic);
  // A position lost in a crash of Postgres only means a redelivery, so its commit need not wait for the disk.
  await db.query(sql`set synchronous_commit = off`);
  const { id } = await findOrInsertPosition(db, recipient.group, topic);
  while (!(await claim('positions', id))) {
    await news.wait(STANDBY_MS);
    if (signal.aborted) return;
  }
  let { position } = await findOrInsertPosition(db, recipient.group, topic);
  let touchedAt = performance.now();
  while (!signal.aborted) {
    if (performance.now() - touchedAt > TOUCH_MS) {
      await touchPosition(db, id);
      touchedAt = performance.now();
    }
    const batch = await listMessages(db, topic, position, BATCH);
    const reached = (await deliverBatch(batch, recipient, signal)) ?? position;
    // Written once for many: what a crash brings a second time has its receipt in the inbox.
    if (reached !== position) await replacePosition(db, id, (position = reached));
    // A batch that is not full had all that there was; what came since then is news.
    if (batch.length < BATCH || reached !== batch.at(-1)!.position)
      await news.wait(activity.isQuiet() ? QUIET_LOOK_MS : POLL_MS);
  }
}

/** Delivers messages in order; answers the position of the last one that was brought to its end. */
async function deliverBatch(
  batch: LoggedMessage[],
  recipient: PostgresRecipient,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { group, together } = recipient;
  let reached: string | undefined;
  for (const deliveries of grouped(batch, together?.types)) {
    if (signal.aborted) return reached;
    const messages = deliveries.map(({ message }) => message);
    if (together && messages.length > 1 && (await deliverTogether(messages, { group, handle: together.handle }))) {
      reached = deliveries.at(-1)!.position;
      continue;
    }
    for (const delivery of deliveries) {
      if (!(await deliverEvent(delivery, recipient, signal))) return reached;
      reached = delivery.position;
    }
  }
  return reached;
}

/** The messages in their order: neighbours of one of the `types` in a group, and each other one alone. */
function grouped(batch: LoggedMessage[], types: ReadonlySet<string> | undefined): LoggedMessage[][] {
  const groups: LoggedMessage[][] = [];
  for (const delivery of batch) {
    const { type } = delivery.message;
    const last = groups.at(-1);
    if (types?.has(type) && last?.[0]?.message.type === type) last.push(delivery);
    else groups.push([delivery]);
  }
  return groups;
}
