import type { SubscribeOptions } from '../bus.ts';
import { deliver, type Recipient } from './deliver.ts';
import { CHANNEL, listMessages } from './postgres-log.ts';
import { claimPosition, findOrInsertPosition, replacePosition } from './postgres-positions.ts';
import type { Session } from './session.ts';

/** How often a consumer looks without being woken: for a notification that was lost, and for a topic that became free. */
const POLL_MS = 2_000;
const BATCH = 50;

/**
 * Consumes the topics side by side until the session ends. In each topic one consumer of the group is at work; the others
 * stand by for the moment it goes.
 */
export async function consumeTopics(session: Session, topics: SubscribeOptions['topics'], recipient: Recipient): Promise<void> {
  await session.listen(CHANNEL);
  // A position lost in a crash of Postgres only means a redelivery, so its commit need not wait for the disk.
  await session.client.query('set synchronous_commit = off');
  const failing = new AbortController();
  const one = { ...session, signal: AbortSignal.any([session.signal, failing.signal]) };
  const consumed = topics.map((topic) => consumeTopic(one, topic, recipient).catch((error: unknown) => {
    failing.abort();
    throw error;
  }));
  // All of them end before the caller starts anew: a handler still at work must not meet its message a second time.
  const outcomes = await Promise.allSettled(consumed);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

async function consumeTopic({ client, signal, bell }: Session, topic: string, recipient: Recipient): Promise<void> {
  const news = bell(topic);
  const { id } = await findOrInsertPosition(client, recipient.group, topic);
  while (!await claimPosition(client, id)) {
    await news.wait(POLL_MS);
    if (signal.aborted) return;
  }
  let { position } = await findOrInsertPosition(client, recipient.group, topic);
  while (!signal.aborted) {
    const batch = await listMessages(client, topic, position, BATCH);
    for (const delivery of batch) {
      if (!await deliver(delivery, recipient, signal)) return;
      position = delivery.position;
      await replacePosition(client, id, position);
    }
    if (batch.length === 0) await news.wait(POLL_MS);
  }
}
