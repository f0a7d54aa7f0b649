import { Partitioners, type Kafka } from 'kafkajs';
import type { BusMessage } from '../bus.ts';
import { toRecord } from './cloud-events.ts';
import { createLink, type KafkaConnection } from './kafka-client.ts';
import { withRights } from './kafka-faults.ts';

/** One request stays below the megabyte that a broker takes in one batch. */
const MAX_BATCH_BYTES = 512 * 1024;
/** A generous guess at what key and headers add to one value. */
const OVERHEAD_BYTES = 1024;

export interface KafkaProducer {
  /** Sends messages of one topic. */
  send(topic: string, messages: BusMessage[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * An idempotent producer: acknowledged by all in-sync replicas, one request at a time, so a key keeps its order.
 *
 * The link replaces it after a failed send. kafkajs would give the next batch the sequence numbers of the one whose fate
 * is unknown, and the broker would drop it as a repetition.
 */
export function createProducer(kafka: Kafka): KafkaProducer {
  const link: KafkaConnection<ReturnType<Kafka['producer']>> = createLink(() =>
    kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    }),
  );
  return {
    send: (topic, messages) =>
      withRights({ operation: 'Write', topics: [topic] }, () =>
        link.use(async (producer) => {
          for (const batch of batches(messages))
            await producer.send({ acks: -1, topic, messages: batch.map(toRecord) });
        }),
      ),
    close: () => link.close(),
  };
}

/** Cuts the messages into runs that each fit one request; a run holds at least one message. */
function* batches(messages: BusMessage[]): Generator<BusMessage[]> {
  let batch: BusMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = message.value.byteLength + OVERHEAD_BYTES;
    if (batch.length > 0 && bytes + size > MAX_BATCH_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(message);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
