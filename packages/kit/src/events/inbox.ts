import { repeat, type BackgroundTask } from '../concurrency/background-task.ts';
import { prepared, rows, sql, transaction, type Db, type Pool, type Tx } from '../postgres/db.ts';
import type { Logger } from '../log.ts';

/**
 * Applies an event exactly once: its receipt and its effect commit together or not at all. A second delivery, also a
 * concurrent one, waits for the first and then does nothing.
 *
 * @param eventId one receipt exists per id, so a service with two effects of one event tells them apart in the id.
 */
export async function once(pool: Pool, eventId: string, apply: (tx: Tx) => Promise<unknown>): Promise<void> {
  await transaction(pool, async (tx) => {
    const receipts = await rows(
      tx,
      prepared`insert into inbox (event_id) values (${eventId}) on conflict do nothing returning event_id`,
    );
    if (receipts.length > 0) await apply(tx);
  });
}

/**
 * The same for several events in one transaction: `apply` gets the ids of the events that were not applied before, in the
 * order of `eventIds`.
 */
export async function onceTogether(
  pool: Pool,
  eventIds: string[],
  apply: (tx: Tx, unapplied: string[]) => Promise<unknown>,
): Promise<void> {
  await transaction(pool, async (tx) => {
    const receipts = await rows<{ eventId: string }>(
      tx,
      sql`insert into inbox (event_id) select unnest(${eventIds}::text[]) on conflict do nothing returning event_id`,
    );
    const unapplied = new Set(receipts.map(({ eventId }) => eventId));
    // An event may have been delivered twice within them.
    if (unapplied.size > 0)
      await apply(
        tx,
        [...new Set(eventIds)].filter((eventId) => unapplied.has(eventId)),
      );
  });
}

/** Whether an event was applied; the receipt of one that is being applied is not seen yet. */
export const hasReceipt = async (db: Db, eventId: string): Promise<boolean> =>
  (await rows(db, sql`select from inbox where event_id = ${eventId}`)).length > 0;

/** Well above the week that a transport keeps a message by default: nothing which can still arrive may be forgotten. */
const KEEP_DAYS = 30;
const HOUR_MS = 3_600_000;

/** Forgets old receipts, now and every hour. */
export const startInboxRetention = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('retention of the inbox', HOUR_MS, log, () => deleteOldReceipts(pool));

export async function deleteOldReceipts(db: Db): Promise<void> {
  await db.query(sql`delete from inbox where received_at < now() - make_interval(days => ${KEEP_DAYS})`);
}
