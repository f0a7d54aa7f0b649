import type { Admin, Kafka } from 'kafkajs';
import { createLink } from './kafka-client.ts';
import { withRights, type NeededRights } from './kafka-faults.ts';
import type { PartitionSpan } from './kafka-records.ts';
import type { KafkaBusSettings } from '../settings.ts';

export interface KafkaAdmin {
  /** Creates the topics that are absent. A topic that exists is taken as it is, also when we may not create any. */
  ensureTopics(topics: readonly string[]): Promise<void>;
  /** How many messages of each topic the group has not handled: of `topics` and of those it has an offset in. */
  lag(group: string, topics: string[]): Promise<Record<string, number>>;
  /** The partitions of topics that have records. A topic that is absent has none. */
  spans(topics: readonly string[]): Promise<PartitionSpan[]>;
  /** Deletes the records of a partition before an offset. */
  deleteRecords(topic: string, partition: number, before: bigint): Promise<void>;
  close(): Promise<void>;
}

export function createAdmin(kafka: Kafka, { topicPartitions, replicationFactor }: KafkaBusSettings): KafkaAdmin {
  const link = createLink(() => kafka.admin());
  const use = <T>(needed: NeededRights, work: (admin: Admin) => Promise<T>): Promise<T> =>
    withRights(needed, () => link.use(work));
  const known = new Set<string>();
  return {
    ensureTopics: async (topics) => {
      if (topics.every((topic) => known.has(topic))) return;
      await use({ operation: 'Create', topics }, async (admin) => {
        const absent = await absentOf(admin, topics);
        if (absent.length > 0)
          await admin.createTopics({
            topics: absent.map((topic) => ({ topic, numPartitions: topicPartitions, replicationFactor })),
          });
      });
      for (const topic of topics) known.add(topic);
    },
    lag: (group, topics) =>
      use({ operation: 'Read', topics, group: `group ${group}` }, (admin) => lagOf(admin, group, topics)),
    spans: (topics) => use({ operation: 'Read', topics }, (admin) => spansOf(admin, topics)),
    deleteRecords: (topic, partition, before) =>
      use({ operation: 'Delete', topics: [topic] }, async (admin) => {
        // Tells kafkajs the leader of the partition.
        await admin.fetchTopicOffsets(topic);
        await admin.deleteTopicRecords({ topic, partitions: [{ partition, offset: String(before) }] });
      }),
    close: () => link.close(),
  };
}

/** The topics that Kafka does not list: they are absent, or the user may not see them. */
async function absentOf(admin: Admin, topics: readonly string[]): Promise<string[]> {
  const there = new Set(await admin.listTopics());
  return [...new Set(topics)].filter((topic) => !there.has(topic));
}

async function spansOf(admin: Admin, topics: readonly string[]): Promise<PartitionSpan[]> {
  const absent = new Set(await absentOf(admin, topics));
  for (const topic of absent) await assertVisible(admin, topic);
  const spans = await Promise.all(
    topics
      .filter((topic) => !absent.has(topic))
      .map(async (topic) =>
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

/** Tells a topic that the user may not see, which throws, from one that is absent. */
async function assertVisible(admin: Admin, topic: string): Promise<void> {
  await admin.fetchTopicMetadata({ topics: [topic] }).catch((error: { type?: string }) => {
    if (error.type !== 'UNKNOWN_TOPIC_OR_PARTITION') throw error;
  });
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
