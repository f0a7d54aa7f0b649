import type { Kafka } from 'kafkajs';
import { conflict } from '@assay/contract/problem';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { deadLetterTopic, type Bus, type DeadLetter, type DeadLetters } from '../bus.ts';
import type { KafkaAdmin } from './kafka-admin.ts';
import { readRecords, type PlacedRecord } from './kafka-records.ts';
import { KafkaRefusal } from './kafka-faults.ts';

/** The most dead letters that are read into memory. */
const MAX_READ = 10_000;
/** When the event was given up, of a dead letter that was written anew. */
const GIVEN_UP = 'deadlettertime';

export interface KafkaDeadLetterOptions {
  kafka: Kafka;
  clientId: string;
  admin: Pick<KafkaAdmin, 'spans' | 'deleteRecords'>;
  publish: Bus['publish'];
  /** The topics of the events; the names of the topics of dead letters follow from them. */
  topics: readonly string[];
}

/**
 * The dead letters in the topics `<topic>.dlq` of Kafka. A topic loses records from its beginning alone: to take one away,
 * the older ones of its partition are written anew, and then all up to it are deleted. A crash in between doubles dead
 * letters, and loses none.
 */
export function kafkaDeadLetters({ kafka, clientId, admin, publish, topics }: KafkaDeadLetterOptions): DeadLetters {
  // Two acts at a time would double what both write anew.
  const turns = new Semaphore(1);
  const listSpans = () => admin.spans(topics.map(deadLetterTopic));

  const read = async (): Promise<PlacedRecord[]> => {
    const spans = await listSpans();
    if (countOf(spans) > MAX_READ)
      throw conflict(
        `The topics of dead letters have more than ${MAX_READ} records. Use Kafka's own tools until there are fewer.`,
      );
    const found = await readRecords(kafka, `${clientId}-dead-letters`, spans);
    // A topic with records of another program stays as it is.
    const foreign = new Set(found.filter((record) => !isDeadLetter(record)).map(({ topic }) => topic));
    return found
      .filter(({ topic }) => !foreign.has(topic))
      .toSorted((one, other) => givenUpAt(one).getTime() - givenUpAt(other).getTime());
  };

  /** Refuses before anything is published when Kafka does not let us delete. */
  const assertDeletable = async (records: PlacedRecord[]): Promise<void> => {
    for (const [{ topic, partition }] of byPartition(records)) await admin.deleteRecords(topic, partition, 0n);
  };

  const remove = async (records: PlacedRecord[], all: PlacedRecord[]): Promise<void> => {
    const removed = new Set(records);
    for (const ofPartition of byPartition(records)) {
      const [{ topic, partition }] = ofPartition;
      const end = ofPartition.reduce((last, { offset }) => (offset > last ? offset : last), 0n) + 1n;
      const kept = all.filter(
        (one) => one.topic === topic && one.partition === partition && one.offset < end && !removed.has(one),
      );
      if (kept.length > 0) await publish(kept.map(writtenAnew));
      await admin.deleteRecords(topic, partition, end);
    }
  };

  /** Reads, and removes the chosen ones after `before` is done with them. */
  const take = (
    choose: (all: PlacedRecord[]) => PlacedRecord[],
    before: (chosen: PlacedRecord[]) => Promise<void> = async () => undefined,
  ): Promise<number> =>
    turns.run(() =>
      refusalsAsConflicts(async () => {
        const all = await read();
        const chosen = choose(all);
        if (chosen.length === 0) return 0;
        await assertDeletable(chosen);
        await before(chosen);
        await remove(chosen, all);
        return chosen.length;
      }),
    );

  return {
    count: async () => countOf(await listSpans()),
    list: async (limit) => (await refusalsAsConflicts(read)).slice(0, limit).map(letterOf),
    find: async (eventId) => (await refusalsAsConflicts(read)).filter(isOf(eventId)).map(letterOf)[0],
    replay: (eventId, limit) =>
      take(
        (all) => all.filter(isOf(eventId)).slice(0, limit),
        (chosen) => publish(origins(chosen)),
      ),
    drop: (eventId) => take((all) => all.filter(isOf(eventId))),
  };
}

/** Tells the operator what Kafka refused. */
async function refusalsAsConflicts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof KafkaRefusal ? conflict(error.message) : error;
  }
}

const countOf = (spans: { low: bigint; high: bigint }[]): number =>
  Number(spans.reduce((sum, { low, high }) => sum + high - low, 0n));

const isDeadLetter = ({ topic, message: { extensions = {} } }: PlacedRecord): boolean =>
  extensions.deadlettertopic !== undefined && deadLetterTopic(extensions.deadlettertopic) === topic;

const isOf =
  (eventId: string | undefined) =>
  ({ message }: PlacedRecord): boolean =>
    eventId === undefined || message.id === eventId;

const givenUpAt = ({ message, writtenAt }: PlacedRecord): Date =>
  message.extensions?.[GIVEN_UP] === undefined ? writtenAt : new Date(message.extensions[GIVEN_UP]);

function letterOf(record: PlacedRecord): DeadLetter {
  const { id: eventId, type, extensions = {} } = record.message;
  return {
    eventId,
    type,
    topic: extensions.deadlettertopic ?? '',
    group: extensions.deadlettergroup ?? '',
    error: extensions.deadlettererror ?? '',
    givenUpAt: givenUpAt(record),
  };
}

const writtenAnew = (record: PlacedRecord) => ({
  ...record.message,
  extensions: { ...record.message.extensions, [GIVEN_UP]: givenUpAt(record).toISOString() },
});

/** The events on their topics, each once: two groups may have given up one event. */
function origins(records: PlacedRecord[]) {
  const messages = records.map(({ message }) => ({
    ...message,
    topic: message.extensions!.deadlettertopic!,
    extensions: undefined,
  }));
  return [...new Map(messages.map((message) => [`${message.topic} ${message.id}`, message])).values()];
}

const byPartition = (records: PlacedRecord[]) =>
  [...Map.groupBy(records, ({ topic, partition }) => `${topic} ${partition}`).values()] as [
    PlacedRecord,
    ...PlacedRecord[],
  ][];
