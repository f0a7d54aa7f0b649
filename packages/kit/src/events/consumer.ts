import type { Event } from '@assay/contract/event';
import type { BusMessage } from '../bus/bus.ts';
import type { Pool, Tx } from '../postgres/db.ts';
import { hasReceipt, once } from './inbox.ts';

/** The attributes of an event that its handler gets beside the message. */
export type EventEnvelope = Pick<BusMessage, 'id' | 'time'>;

/** The effect of an event: one transaction with its receipt. It calls no other service. */
export type EventEffect<Message> = (tx: Tx, event: Message, envelope: EventEnvelope) => Promise<unknown>;

/** An effect that needs work which no open transaction can wait for. */
export interface TwoPhases<Message, Prepared> {
  /**
   * Runs outside of any transaction: it may call other services and take its time. It is repeated until the receipt is stored,
   * so a repetition must find what an earlier one did.
   */
  prepare(event: Message, envelope: EventEnvelope): Promise<Prepared>;
  /** Runs with what `prepare` answered, in the transaction of the receipt. */
  apply?(tx: Tx, event: Message, prepared: Prepared): Promise<unknown>;
}

/** One kind of event and one thing that a service does when it arrives. */
export interface EventConsumer {
  topic: string;
  type: string;
  /** Applies an event exactly once under the name of its receipt. */
  handle(pool: Pool, message: BusMessage, receipt: string): Promise<void>;
}

/** Consumes a kind of event. A service may do several independent things with one kind. */
export function on<Message, Prepared = never>(
  { topic, type, codec }: Event<Message>,
  handler: EventEffect<Message> | TwoPhases<Message, Prepared>,
): EventConsumer {
  const handle: EventConsumer['handle'] =
    typeof handler === 'function'
      ? (pool, message, receipt) => once(pool, receipt, (tx) => handler(tx, codec.decode(message.value), message))
      : async (pool, message, receipt) => {
          if (await hasReceipt(pool, receipt)) return;
          const event = codec.decode(message.value);
          const prepared = await handler.prepare(event, message);
          await once(pool, receipt, async (tx) => handler.apply?.(tx, event, prepared));
        };
  return { topic, type, handle };
}

/** The topics that consumers listen to, and the one function that hands each its events. */
export function dispatchEvent(
  pool: Pool,
  consumers: EventConsumer[],
): { topics: string[]; handle(message: BusMessage): Promise<void> } {
  const ofType = Map.groupBy(consumers, ({ type }) => type);
  return {
    topics: [...new Set(consumers.map(({ topic }) => topic))],
    handle: async (message) => {
      for (const [index, consumer] of (ofType.get(message.type) ?? []).entries())
        await consumer.handle(pool, message, receiptOf(message.id, index));
    },
  };
}

/** The first consumer of a kind keeps the event's id, a further one adds its place: append consumers, never reorder them. */
const receiptOf = (eventId: string, index: number): string => (index === 0 ? eventId : `${eventId} ${index + 1}`);
