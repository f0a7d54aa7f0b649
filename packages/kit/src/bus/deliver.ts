import { Problem } from '@assay/contract/problem';
import { deadLetterTopic, type Bus, type BusMessage, type HandleTogether, type SubscribeOptions } from './bus.ts';
import { isUnavailable } from '../postgres/db.ts';
import type { Logger } from '../log.ts';
import { OutageLog, outageIn } from '../outage-log.ts';
import { resourceOutage } from '../resource-outage.ts';
import { deadLetters } from './metrics.ts';
import { redactText } from '../security/redact.ts';
import { consumerSpan } from '../telemetry/telemetry.ts';
import { MESH_BACK_OFF, retry } from '../concurrency/back-off.ts';

/** A message and where it stands in its topic: `42`, or `3/42` for offset 42 of partition 3. */
export interface EventDelivery {
  message: BusMessage;
  position: string;
}

export interface EventRecipient extends Pick<SubscribeOptions, 'group' | 'handle'> {
  publish: Bus['publish'];
  log: Logger;
}

/** How often a handler may throw before its message is given up. */
const ATTEMPTS = 5;
const MAX_ERROR_CHARS = 500;

/**
 * Brings one message to its end: handled, or in the dead-letter topic. An outage of what the handler needs is waited out,
 * however long, because it says nothing about the message.
 *
 * @returns false when `signal` aborted before the end; the message is then still to be delivered.
 */
export async function deliverEvent(delivery: EventDelivery, to: EventRecipient, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  let faults = 0;
  const outage = new OutageLog(to.log.child(describe(delivery, to)), {
    began: 'an event was not handled and is tried again',
    over: 'an event was handled at last',
  });
  try {
    await retry(() => handle(delivery.message, to), {
      ...MESH_BACK_OFF,
      signal,
      again: (error) => {
        if (!isOutage(error) && ++faults >= ATTEMPTS) return false;
        (resourceOutage(error, to.log) ?? outage).began(error);
        return true;
      },
    });
    outage.over();
    return true;
  } catch (error) {
    return signal.aborted ? false : deadLetter(delivery, error, to, signal);
  }
}

/**
 * Handles messages of one type together, in a trace of their own.
 *
 * @returns false when they are still to be delivered one by one: each then has its own attempts, log and end.
 */
export async function deliverTogether(
  messages: BusMessage[],
  { group, handle }: Pick<SubscribeOptions, 'group'> & Pick<HandleTogether, 'handle'>,
): Promise<boolean> {
  const { topic } = messages[0]!;
  const attributes = { ...attributesOf(topic, group), 'messaging.batch.message_count': messages.length };
  try {
    await consumerSpan(`process ${topic}`, attributes, undefined, () => handle(messages));
    return true;
  } catch {
    return false;
  }
}

/** Calls the handler as part of the trace that caused the event. */
const handle = (message: BusMessage, to: EventRecipient): Promise<void> =>
  consumerSpan(
    `process ${message.topic}`,
    { ...attributesOf(message.topic, to.group), 'messaging.message.id': message.id },
    message.traceparent,
    () => to.handle(message),
  );

const attributesOf = (topic: string, group: string) => ({
  'messaging.operation.type': 'process',
  'messaging.destination.name': topic,
  'messaging.consumer.group.name': group,
});

/** Whether an error says that Postgres cannot be reached or that a service asks to be called again later. */
export const isOutage = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof Problem && error.retryAfter !== undefined);

async function deadLetter(
  delivery: EventDelivery,
  error: unknown,
  to: EventRecipient,
  signal: AbortSignal,
): Promise<boolean> {
  const { message, position } = delivery;
  const dead: BusMessage = {
    ...message,
    topic: deadLetterTopic(message.topic),
    extensions: {
      ...message.extensions,
      deadlettergroup: to.group,
      deadlettererror: redactText(error instanceof Error ? error.message : String(error), MAX_ERROR_CHARS),
      deadlettertopic: message.topic,
      deadletterposition: position,
    },
  };
  const outage = outageIn(to.log, {
    began: 'an event cannot be moved to the dead-letter topic',
    over: 'events are moved to the dead-letter topic again',
  });
  try {
    await retry(() => to.publish([dead]), {
      ...MESH_BACK_OFF,
      signal,
      again: (failure) => {
        (resourceOutage(failure, to.log) ?? outage).began(failure);
        return true;
      },
    });
    outage.over();
  } catch {
    return false;
  }
  deadLetters.add(1, { 'messaging.destination.name': message.topic, 'messaging.consumer.group.name': to.group });
  to.log.error({ err: error, ...describe(delivery, to) }, 'an event was abandoned and moved to the dead-letter topic');
  return true;
}

const describe = ({ message: { topic, id, type }, position }: EventDelivery, { group }: EventRecipient) => ({
  group,
  topic,
  position,
  eventId: id,
  eventType: type,
});
