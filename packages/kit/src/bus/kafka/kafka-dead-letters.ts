import type { Kafka } from 'kafkajs';
import { conflict } from '@assay/contract/problem';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { deadLetterTopic, type Bus, type DeadLetter, type DeadLetters } from '../bus.ts';
import type { KafkaAdmin } from './kafka-admin.ts';
import { readRecords, type PlacedRecord } from './kafka-records.ts';
import { isKafkaUnavailable } from './kafka-faults.ts';

/** The most dead letters that are read into memory. */
const MAX_READ = 10_000;
/** When the event was given up, of a dead letter that was written anew. */
const GIVEN_UP = 'deadlettertime';

interface DeadLetterOptions {
  kafka: Kafka;
  clientId: string;
  admin: Pick<KafkaAdmin, 'deadLetterSpans' | 'deleteRecords'>;
  publish: Bus['publish'];
}

/**
 * The dead letters in the topics `<topic>.dlq` of Kafka. A topic loses records from its beginning alone: to take one away,
 * the older ones of its partition are written anew, and then all up to it are deleted. A crash in between doubles dead
 * letters, and loses none.
 */
export function kafkaDeadLetters({ kafka, clientId, admin, publish }: DeadLetterOptions): DeadLetters {
  // Two acts at a time would double what both write anew.
  const turns = new Semaphore(1);

  const read = async (): Promise<PlacedRecord[]> => {
    const spans = await admin.deadLetterSpans();
    if (countOf(spans) > MAX_READ)
      throw conflict(
        `The topics of dead letters have more than ${MAX_READ} records. Use Kafka's own tools until there are fewer.`,
      );
    const found = await withRight(`to read them as a group ${clientId}-dead-letters-…`, () =>
      readRecords(kafka, `${clientId}-dead-letters`, spans),
    );
    // Other programs may give their topics such names.
    const foreign = new Set(found.filter((record) => !isDeadLetter(record)).map(({ topic }) => topic));
    return found
      .filter(({ topic }) => !foreign.has(topic))
      .toSorted((one, other) => givenUpAt(one).getTime() - givenUpAt(other).getTime());
  };

  /** Refuses before anything is published when Kafka does not let us delete. */
  const assertDeletable = (records: PlacedRecord[]): Promise<void> =>
    withRight('to delete their records', async () => {
      for (const [{ topic, partition }] of byPartition(records)) await admin.deleteRecords(topic, partition, 0n);
    });

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
    turns.run(async () => {
      const all = await read();
      const chosen = choose(all);
      if (chosen.length === 0) return 0;
      await assertDeletable(chosen);
      await before(chosen);
      await remove(chosen, all);
      return chosen.length;
    });

  return {
    count: async () => countOf(await admin.deadLetterSpans()),
    list: async (limit) => (await read()).slice(0, limit).map(letterOf),
    find: async (eventId) => (await read()).filter(isOf(eventId)).map(letterOf)[0],
    replay: (eventId, limit) =>
      take(
        (all) => all.filter(isOf(eventId)).slice(0, limit),
        (chosen) => publish(origins(chosen)),
      ),
    drop: (eventId) => take((all) => all.filter(isOf(eventId))),
  };
}

/** Tells which right is missing when Kafka refuses. */
async function withRight<T>(right: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name, message } = error as { name?: string; message?: string };
    if (!name?.startsWith('KafkaJS') || isKafkaUnavailable(error)) throw error;
    throw conflict(
      `Dead letters are in Kafka's topics \`<topic>.dlq\`, and its user needs the right ${right}: ${message}`,
    );
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
