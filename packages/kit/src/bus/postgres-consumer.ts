import { deliverEvent, type EventRecipient } from './deliver.ts';
import { BUS_CHANNEL, listMessages } from './postgres-log.ts';
import { claimPosition, findOrInsertPosition, replacePosition } from './postgres-positions.ts';
import type { PostgresSession } from '../postgres/session.ts';

/** How often a consumer looks without being woken: for a notification that was lost, and for a topic that became free. */
const POLL_MS = 2_000;
const BATCH = 50;

/**
 * Consumes a topic until the session ends. One consumer of a group is at work; the others stand by for the moment it goes.
 */
export async function consumeTopic(
  { client, signal, listen }: PostgresSession,
  topic: string,
  recipient: EventRecipient,
): Promise<void> {
  const news = await listen(BUS_CHANNEL, topic);
  // A position lost in a crash of Postgres only means a redelivery, so its commit need not wait for the disk.
  await client.query('set synchronous_commit = off');
  const { id } = await findOrInsertPosition(client, recipient.group, topic);
  while (!(await claimPosition(client, id))) {
    await news.wait(POLL_MS);
    if (signal.aborted) return;
  }
  let { position } = await findOrInsertPosition(client, recipient.group, topic);
  while (!signal.aborted) {
    const batch = await listMessages(client, topic, position, BATCH);
    let reached = position;
    for (const delivery of batch) {
      if (!(await deliverEvent(delivery, recipient, signal))) break;
      reached = delivery.position;
    }
    // Written once for many: what a crash brings a second time has its receipt in the inbox.
    if (reached === position) await news.wait(POLL_MS);
    else await replacePosition(client, id, (position = reached));
  }
}
