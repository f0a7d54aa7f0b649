import type { Admin, Kafka } from 'kafkajs';
import { deadLetterTopic } from '../bus.ts';
import { createLink } from './kafka-client.ts';
import type { PartitionSpan } from './kafka-records.ts';
import type { KafkaBusSettings } from '../settings.ts';

export interface KafkaAdmin {
  /** Creates the topics that are absent. A topic that exists is taken as it is, also when we may not create any. */
  ensureTopics(topics: string[]): Promise<void>;
  /** How many messages of each topic the group has not handled: of `topics` and of those it has an offset in. */
  lag(group: string, topics: string[]): Promise<Record<string, number>>;
  /** The partitions of the topics of dead letters that have records. */
  deadLetterSpans(): Promise<PartitionSpan[]>;
  /** Deletes the records of a partition before an offset. */
  deleteRecords(topic: string, partition: number, before: bigint): Promise<void>;
  close(): Promise<void>;
}

export function createAdmin(kafka: Kafka, { topicPartitions, replicationFactor }: KafkaBusSettings): KafkaAdmin {
  const link = createLink(() => kafka.admin());
  const known = new Set<string>();
  const ensureTopics = async (topics: string[]) => {
    if (topics.every((topic) => known.has(topic))) return;
    await link.use(async (admin) => {
      const there = new Set(await admin.listTopics());
      const absent = [...new Set(topics)].filter((topic) => !there.has(topic));
      if (absent.length > 0)
        await admin.createTopics({
          topics: absent.map((topic) => ({ topic, numPartitions: topicPartitions, replicationFactor })),
        });
    });
    for (const topic of topics) known.add(topic);
  };
  return {
    ensureTopics,
    lag: (group, topics) => link.use((admin) => lagOf(admin, group, topics)),
    deadLetterSpans: () => link.use(spansOfDeadLetters),
    deleteRecords: (topic, partition, before) =>
      link.use(async (admin) => {
        // Tells kafkajs the leader of the partition.
        await admin.fetchTopicOffsets(topic);
        await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: String(before) }] });
      }),
    close: () => link.close(),
  };
}

async function spansOfDeadLetters(admin: Admin): Promise<PartitionSpan[]> {
  const topics = (await admin.listTopics()).filter((topic) => topic.endsWith(deadLetterTopic('')));
  const spans = await Promise.all(
    topics.map(async (topic) =>
      (await admin.fetchTopicOffsets(topic)).map(({ partition, low, high }) => ({
        topic,
        partition,
        low: BigInt(low),
        high: BigInt(high),
      })),
    ),
  );
  return spans.flat().filter(({ low, high }) => low < high);
}

async function lagOf(admin: Admin, group: string, topics: string[]): Promise<Record<string, number>> {
  const committed = await admin.fetchOffsets({ groupId: group });
  const names = new Set([...topics, ...committed.map(({ topic }) => topic)]);
  const lags = [...names].map(async (name): Promise<[string, number]> => {
    const offsets = new Map(
      committed
        .find(({ topic }) => topic === name)
        ?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]),
    );
    const partitions = await admin.fetchTopicOffsets(name);
    const open = partitions.map(
      ({ partition, low, high }) => BigInt(high) - max(BigInt(low), offsets.get(partition) ?? -1n),
    );
    return [name, Number(open.reduce((sum, count) => sum + count, 0n))];
  });
  return Object.fromEntries(await Promise.all(lags));
}

/** A group without an offset, or with one that retention has overtaken, goes on at the oldest message. */
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
