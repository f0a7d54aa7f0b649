import { messageOf } from '../message-of.ts';
import { randomUUID } from 'node:crypto';
import type { Event } from '@assay/mesh/event';
import type { BusMessage } from '@assay/kit/bus/bus';

/** An event as another service would have published it; fields that are left out are empty. */
export function eventMessage<Message>(
  event: Event<Message>,
  fields: Partial<Message>,
  envelope: Partial<Pick<BusMessage, 'id' | 'time' | 'source'>> = {},
): BusMessage {
  const message = messageOf(event.codec, fields);
  return {
    topic: event.topic,
    key: event.keyOf(message),
    id: event.idOf(message) ?? randomUUID(),
    type: event.type,
    source: 'test',
    time: new Date(),
    value: Buffer.from(event.codec.encode(message).finish()),
    ...envelope,
  };
}
