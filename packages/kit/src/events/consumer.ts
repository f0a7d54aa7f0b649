import type { Event } from '@assay/mesh/event';
import type { BusMessage, SubscribeOptions } from '../bus/bus.ts';
import type { Pool, Tx } from '../postgres/db.ts';
import { hasReceipt, once, onceTogether } from './inbox.ts';

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
  /** Applies several events, all or none, each exactly once under its id; absent where each needs a transaction. */
  handleTogether?(pool: Pool, messages: BusMessage[]): Promise<void>;
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

/** Consumes a kind of event in one transaction for all events that arrive together, in their order. */
export const onTogether = <Message>(
  { topic, type, codec }: Event<Message>,
  apply: (tx: Tx, events: Message[]) => Promise<unknown>,
): EventConsumer => ({
  topic,
  type,
  handle: (pool, message, receipt) => once(pool, receipt, (tx) => apply(tx, [codec.decode(message.value)])),
  handleTogether: (pool, messages) => {
    const events = new Map(messages.map(({ id, value }) => [id, codec.decode(value)]));
    return onceTogether(pool, [...events.keys()], (tx, unapplied) =>
      apply(
        tx,
        unapplied.map((id) => events.get(id)!),
      ),
    );
  },
});

/** The topics that consumers listen to, and the functions that hand each its events. */
export function dispatchEvent(
  pool: Pool,
  consumers: EventConsumer[],
): Pick<SubscribeOptions, 'topics' | 'handle' | 'together'> {
  const ofType = Map.groupBy(consumers, ({ type }) => type);
  const alone = [...ofType.values()].flatMap(([consumer, ...others]) => (others.length === 0 ? consumer! : []));
  const together = new Map(
    alone.flatMap(({ type, handleTogether }) => (handleTogether ? [[type, handleTogether]] : [])),
  );
  return {
    together: {
      types: new Set(together.keys()),
      handle: async (messages) => together.get(messages[0]?.type ?? '')?.(pool, messages),
    },
    topics: [...new Set(consumers.map(({ topic }) => topic))],
    handle: async (message) => {
      for (const [index, consumer] of (ofType.get(message.type) ?? []).entries())
        await consumer.handle(pool, message, receiptOf(message.id, index));
    },
  };
}

/** The first consumer of a kind keeps the event's id, a further one adds its place: append consumers, never reorder them. */
const receiptOf = (eventId: string, index: number): string => (index === 0 ? eventId : `${eventId} ${index + 1}`);
