import type { Event } from '@assay/mesh/event';
import { newId } from '../id.ts';
import { fragment, prepared, rows, type Db, type Pool, type Tx } from '../postgres/db.ts';
import { activeTraceparent } from '../telemetry/telemetry.ts';

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
 * Publishes events of one kind in the transaction that makes them true; `startRelay` sends them, in this order, once that has
 * committed. Publish after the statement that locks the aggregate, so that one key's events are in the order of their commits.
 */
export const publish = <Message>(tx: Tx, event: Event<Message>, ...published: Message[]): Promise<void> =>
  insertOutboxEvents(tx, encodedEvents(event, published));

/** Publishes events that belong to no change of the database, in one statement instead of a transaction. */
export const publishAlone = <Message>(pool: Pool, event: Event<Message>, ...published: Message[]): Promise<void> =>
  insertOutboxEvents(pool, encodedEvents(event, published));

/** The rows of the outbox for events of one kind. */
export const encodedEvents = <Message>(event: Event<Message>, published: Message[]): OutboxEvent[] =>
  published.map((message) => ({
    topic: event.topic,
    key: event.keyOf(message),
    id: event.idOf(message) ?? newId('evt'),
    type: event.type,
    value: event.codec.encode(message).finish(),
  }));

/** Wakes the relay of this outbox, also in another process. Postgres tells every connection that listens to anything. */
const NOTIFY = fragment(`select pg_notify('outbox_' || 'outbox'::regclass::oid, '')`);
const NO_NEWS = fragment('select');

/**
 * Writes encoded events into the outbox, in one statement. Events that are not told leave with the next ones that are:
 * call `notifyRelay` soon.
 */
export async function insertOutboxEvents(db: Db, events: OutboxEvent[], { isTold = true } = {}): Promise<void> {
  if (events.length === 0) return;
  const large = events.find(({ value }) => value.byteLength > MAX_EVENT_BYTES);
  if (large)
    throw new RangeError(
      `The event ${large.type} has ${large.value.byteLength} bytes; an event names things, it does not carry them.`,
    );
  const active = activeTraceparent();
  await rows(
    db,
    prepared`
    with event as (
      insert into outbox (topic, key, event_id, type, value, traceparent)
      select * from unnest(
        ${events.map(({ topic }) => topic)}::text[], ${events.map(({ key }) => key)}::text[], ${events.map(({ id }) => id)}::text[],
        ${events.map(({ type }) => type)}::text[], ${events.map(({ value }) => Buffer.from(value))}::bytea[],
        ${events.map(({ traceparent }) => traceparent ?? active)}::text[])
    )
    ${isTold ? NOTIFY : NO_NEWS}`,
  );
}

/** Tells the relay of events that were written without. */
export async function notifyRelay(db: Db): Promise<void> {
  await rows(db, prepared`${NOTIFY}`);
}
