import { sql, type Tx } from './db.ts';
import { activeTraceparent } from './telemetry.ts';

/** An event to be told: `BusMessage` without what the relay adds. */
export interface OutboxEvent {
  topic: string;
  /** The aggregate; its events leave in the order in which they were written. */
  key: string;
  /** Unique among all events of the service; consumers drop a second event of the same id. */
  id: string;
  type: string;
  value: Uint8Array;
  /** Of the active span when absent. */
  traceparent?: string | undefined;
}

/** The largest `value`, in bytes; with its attributes it stays below the 1 MB that a broker takes by default. */
export const MAX_EVENT_BYTES = 512 * 1024;

/**
 * Writes an event in the transaction that makes it true; `startRelay` sends it once that has committed. Write it after the
 * statement that locks the aggregate, so that the order of one key's events is the order of their commits.
 */
export async function publish(tx: Tx, { topic, key, id, type, value, traceparent = activeTraceparent() }: OutboxEvent): Promise<void> {
  if (value.byteLength > MAX_EVENT_BYTES) throw new RangeError(`The event ${type} has ${value.byteLength} bytes; an event names things, it does not carry them.`);
  await tx.query(sql`
    with event as (
      insert into outbox (topic, key, event_id, type, value, traceparent)
      values (${topic}, ${key}, ${id}, ${type}, ${value}, ${traceparent})
    )
    select pg_notify('outbox_' || 'outbox'::regclass::oid, '')`);
}
