import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { kafkaOutage } from '../../outage-log.ts';
import { fromRecord } from './cloud-events.ts';
import { withRights } from './kafka-faults.ts';
import { deliverEvent, type EventDelivery, type EventRecipient } from '../deliver.ts';

/** A consumer that is not heard of for so long is dead, and its partitions go to the others of its group. */
const SESSION_MS = 10_000;
const HEARTBEAT_MS = 2_500;
/** At most so much is handled a second time after a crash. */
const COMMIT_MS = 1_000;
/** Partitions that one process works on side by side. */
const CONCURRENCY = 4;

/** A recipient that is told whenever the consumer has fetched events, or found none. */
export interface KafkaRecipient extends EventRecipient {
  onFetched(): void;
}

/** Consumes the topics until `signal` aborts; throws when the client gives up, which is then for the caller to repeat. */
export const consumeTopics = (
  kafka: Kafka,
  topics: string[],
  recipient: KafkaRecipient,
  signal: AbortSignal,
): Promise<void> =>
  withRights({ operation: 'Read', topics, group: `group ${recipient.group}` }, () =>
    consume(kafka, topics, recipient, signal),
  );

async function consume(kafka: Kafka, topics: string[], recipient: KafkaRecipient, signal: AbortSignal): Promise<void> {
  const consumer = kafka.consumer({
    groupId: recipient.group,
    sessionTimeout: SESSION_MS,
    heartbeatInterval: HEARTBEAT_MS,
    maxWaitTimeInMs: 1_000,
    allowAutoTopicCreation: false,
    retry: { restartOnFailure: async () => false },
  });
  const ending = new AbortController();
  const stop = AbortSignal.any([signal, ending.signal]);
  const atWork = new Set<Promise<void>>();
  const ended = endOf(consumer, signal);
  const outage = kafkaOutage(recipient.log);
  consumer.on(consumer.events.HEARTBEAT, () => outage.over());
  consumer.on(consumer.events.FETCH, () => recipient.onFetched());
  try {
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      eachBatchAutoResolve: false,
      autoCommitInterval: COMMIT_MS,
      partitionsConsumedConcurrently: CONCURRENCY,
      eachBatch: async (payload) => {
        const work = consumeBatch(payload, recipient, stop);
        atWork.add(work);
        await work.finally(() => atWork.delete(work));
      },
    });
    await ended;
  } finally {
    ending.abort();
    await consumer.disconnect().catch(() => undefined);
    // A handler that outlives a crash of the client must not meet its message a second time.
    await Promise.allSettled(atWork);
  }
}

/** Resolves when `signal` aborts, rejects with what made the consumer give up. */
function endOf(consumer: Consumer, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
  if (signal.aborted) resolve();
  signal.addEventListener('abort', () => resolve(), { once: true });
  // The consumer may crash while it still connects, before this promise is awaited.
  promise.catch(() => undefined);
  return promise;
}

async function consumeBatch(payload: EachBatchPayload, recipient: EventRecipient, stop: AbortSignal): Promise<void> {
  const {
    batch: { topic, partition, messages },
    isRunning,
    isStale,
    resolveOffset,
    commitOffsetsIfNecessary,
    heartbeat,
  } = payload;
  for (const record of messages) {
    if (!isRunning() || isStale()) return;
    const delivery = { message: fromRecord(topic, partition, record), position: `${partition}/${record.offset}` };
    if (!(await deliverAlive(delivery, recipient, stop, heartbeat))) return;
    resolveOffset(record.offset);
    await commitOffsetsIfNecessary();
    await heartbeat();
  }
}

/** Delivers while heartbeats go on. After a heartbeat that fails, the partition may belong to another consumer. */
async function deliverAlive(
  delivery: EventDelivery,
  recipient: EventRecipient,
  stop: AbortSignal,
  heartbeat: () => Promise<void>,
): Promise<boolean> {
  const lost = new AbortController();
  const beat = setInterval(() => void heartbeat().catch(() => lost.abort()), HEARTBEAT_MS);
  try {
    return await deliverEvent(delivery, recipient, AbortSignal.any([stop, lost.signal]));
  } finally {
    clearInterval(beat);
  }
}
