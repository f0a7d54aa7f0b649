import { randomUUID } from 'node:crypto';
import type { Kafka } from 'kafkajs';
import { unavailable } from '@assay/contract/problem';
import type { BusMessage } from '../bus.ts';
import { fromRecord } from './cloud-events.ts';
import { withRights } from './kafka-faults.ts';

/** The records that a partition has, from the offset `low` to the one before `high`. */
export interface PartitionSpan {
  topic: string;
  partition: number;
  low: bigint;
  high: bigint;
}

/** A record with its place, and with the message in it. */
export interface PlacedRecord {
  topic: string;
  partition: number;
  offset: bigint;
  writtenAt: Date;
  message: BusMessage;
}

/** A first consumer of a group waits for others, by default for 3 s, before it gets its partitions. */
const READ_MS = 15_000;

/**
 * Reads these records once, as a group of its own that leaves nothing behind: Kafka forgets a group without offsets when
 * its consumer has gone.
 */
export async function readRecords(kafka: Kafka, groupPrefix: string, spans: PartitionSpan[]): Promise<PlacedRecord[]> {
  if (spans.length === 0) return [];
  const topics = [...new Set(spans.map(({ topic }) => topic))];
  return withRights({ operation: 'Read', topics, group: `groups ${groupPrefix}-…` }, () =>
    readOnce(kafka, `${groupPrefix}-${randomUUID()}`, topics, spans),
  );
}

async function readOnce(
  kafka: Kafka,
  groupId: string,
  topics: string[],
  spans: PartitionSpan[],
): Promise<PlacedRecord[]> {
  const found: PlacedRecord[] = [];
  const open = new Map(spans.map((span) => [placeOf(span), span]));
  const { promise: end, resolve, reject } = Promise.withResolvers<void>();
  const consumer = kafka.consumer({
    groupId,
    allowAutoTopicCreation: false,
    retry: { restartOnFailure: async () => false },
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
  const timer = setTimeout(() => reject(unavailable('Kafka did not hand out the records in time.')), READ_MS);
  // It may fail while the consumer still connects, before it is awaited.
  end.catch(() => undefined);
  try {
    await consumer.connect();
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatch: async ({ batch }) => {
        const { topic, partition, messages } = batch;
        const span = open.get(placeOf({ topic, partition }));
        if (!span) return;
        for (const record of messages) {
          const offset = BigInt(record.offset);
          const writtenAt = new Date(Number(record.timestamp));
          const message = fromRecord(topic, partition, record);
          if (offset < span.high) found.push({ topic, partition, offset, writtenAt, message });
        }
        if (BigInt(batch.lastOffset()) + 1n < span.high) return;
        open.delete(placeOf(span));
        if (open.size === 0) resolve();
      },
    });
    await end;
    return found;
  } finally {
    clearTimeout(timer);
    await consumer.disconnect().catch(() => undefined);
  }
}

const placeOf = ({ topic, partition }: Pick<PartitionSpan, 'topic' | 'partition'>): string => `${topic} ${partition}`;
