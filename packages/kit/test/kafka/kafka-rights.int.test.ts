import { randomUUID } from 'node:crypto';
import { deadLetterTopic, type Bus, type BusMessage } from '@assay/kit/bus/bus';
import { eventMigrations } from '@assay/kit/bus/migrations';
import { openBus } from '@assay/kit/bus/open-bus';
import { insertOutboxEvents } from '@assay/kit/events/outbox';
import { startRelay } from '@assay/kit/events/relay';
import { createLog, type Logger } from '@assay/kit/log';
import { busCheck, deadLetterCheck } from '@assay/kit/operator/bus-checks';
import { lookAt } from '@assay/kit/operator/health-check';
import { rows, sql, transaction } from '@assay/kit/postgres/db';
import { topics } from '@assay/mesh/topics';
import { testDatabase } from '@assay/testkit/database/database';
import { whyNoKafka } from '@assay/testkit/kafka';
import { waitUntil } from '@assay/testkit/until';
import { message } from '../harness.ts';
import { documentedRights, startGuardedKafka, type GuardedKafka, type KafkaRight } from './kafka-rights.ts';

const [FETCH_MS, LONG_MS, OUTAGE_MS] = [300_000, 120_000, 45_000];

const userOf = (username: string) => ({ username, password: `password-of-${username}` });
/** The first has the rights of the page except `Create`, the second all of them, the third the rights that a test gives. */
const [assay, creator, guest] = [userOf('assay'), userOf('creator'), userOf('guest')];

const onTopics = (operations: KafkaRight['operations'], ...names: string[]): KafkaRight => ({
  resource: 'Topic',
  names,
  operations,
});
const newTopic = (): string => `assay.${randomUUID()}.v1`;
const lacks = (operation: string, resource: string) =>
  `Assay's user lacks the right ${operation} on Kafka's ${resource}: allow it by an ACL.`;

const missing = whyNoKafka();
if (missing !== undefined) process.stderr.write(`The rights at Kafka are not tested: ${missing}.\n`);

(missing === undefined ? describe : describe.skip)('Kafka with access control', () => {
  let kafka: GuardedKafka;
  let closers: { close(): Promise<void> }[];
  let log: Logger;
  let lines: { msg: string; err?: { message: string } }[];

  beforeAll(async () => {
    kafka = await startGuardedKafka([assay, creator, guest]);
    const rights = documentedRights();
    await kafka.allow(creator, ...rights);
    await kafka.allow(assay, ...rights.filter(({ operations }) => !operations.includes('Create')));
  }, FETCH_MS);
  beforeEach(() => {
    [closers, lines] = [[], []];
    log = createLog('test', 'warn', { write: (line) => void lines.push(JSON.parse(line)) });
  });
  afterEach(async () => {
    for (const each of closers.toReversed()) await each.close();
  }, LONG_MS);
  afterAll(() => kafka?.stop());

  const openBusOf = async (user: { username: string; password: string }): Promise<Bus> => {
    const bus = await openBus(kafka.settings(user), log);
    closers.push(bus);
    return bus;
  };
  /** Subscribes, and keeps the ids that arrive. */
  const collect = async (bus: Bus, group: string, from: string[], handle?: (event: BusMessage) => Promise<void>) => {
    const ids: string[] = [];
    await bus.subscribe({
      group,
      topics: from,
      handle: async (event) => {
        await handle?.(event);
        ids.push(event.id);
      },
    });
    return ids;
  };
  const logged = (text: string) => lines.filter(({ err }) => err?.message === text).map(({ msg }) => msg);
  const healthOf = async (bus: Bus, group: string) => (await lookAt([busCheck(bus, group)]))[0]!;

  test(
    'the documented rights suffice for topics that an administrator created',
    async () => {
      await kafka.createTopics(topics.flatMap((topic) => [topic, deadLetterTopic(topic)]));
      const groups = documentedRights()
        .filter(({ resource, pattern }) => resource === 'Group' && pattern === 'literal')
        .flatMap(({ names }) => names);
      const bus = await openBusOf(assay);
      let isMended = false;
      const fail = async ({ id }: BusMessage) => {
        if (id === 'bad' && !isMended) throw new Error('it broke');
      };
      const seen = await Promise.all(
        groups.map((group) => collect(bus, group, [...topics], group === groups[0] ? fail : undefined)),
      );
      await bus.publish([...topics.map((topic) => message(topic, topic)), message(topics[0]!, 'bad')]);
      const deadLetters = bus.deadLetters(topics);
      await waitUntil(async () => (await deadLetters.count()) === 1, OUTAGE_MS);
      expect(await deadLetters.list(10)).toMatchObject([
        { eventId: 'bad', topic: topics[0], group: groups[0], error: 'it broke' },
      ]);
      await waitUntil(() => seen.slice(1).every(({ length }) => length === topics.length + 1), OUTAGE_MS);
      for (const group of groups)
        await waitUntil(async () => Object.values(await bus.lag(group)).every((count) => count === 0), OUTAGE_MS);

      isMended = true;
      expect(await deadLetters.replay('bad', 1)).toBe(1);
      await waitUntil(() => seen[0]!.length === topics.length + 1, OUTAGE_MS);
      for (const topic of topics)
        await bus.publish([{ ...message(deadLetterTopic(topic), 'bad'), extensions: { deadlettertopic: topic } }]);
      expect(await deadLetters.drop('bad')).toBe(topics.length);
      expect(bus.refusals()).toEqual([]);
      expect(await healthOf(bus, groups[0]!)).toEqual({
        part: 'bus',
        state: 'ok',
        sentence: 'No event waits for this service.',
      });
    },
    LONG_MS,
  );

  test(
    'topics of dead letters of another program are neither read nor counted',
    async () => {
      const theirs = deadLetterTopic(`theirs.${randomUUID()}`);
      await kafka.createTopics([theirs]);
      await kafka.allow(creator, onTopics(['Read', 'Write'], theirs));
      const bus = await openBusOf(creator);
      await bus.publish([message(theirs, 'e1')]);
      for (const user of [assay, creator]) {
        const deadLetters = (await openBusOf(user)).deadLetters(topics);
        expect([await deadLetters.count(), await deadLetters.list(10)]).toEqual([0, []]);
      }
    },
    LONG_MS,
  );

  test(
    'absent topics are created with the right to create, and named without it',
    async () => {
      const topic = newTopic();
      const without = await openBusOf(assay);
      const seen = await collect(without, 'catalog', [topic]);
      const sentence = `Kafka does not show the topic ${topic}, ${topic}.dlq to Assay's user, who may not create it: create it and allow Read and Write, or allow Create.`;
      await waitUntil(() => without.refusals().includes(sentence), OUTAGE_MS);
      expect(logged(sentence)).toEqual(['group catalog was interrupted and starts again']);

      const replicated = await openBus({ ...kafka.settings(creator), replicationFactor: 2 }, log);
      closers.push(replicated);
      await expect(replicated.publish([message(topic, 'e0')])).rejects.toThrow(
        `Kafka did not create the topic ${topic}: Replication-factor is invalid.`,
      );

      const bus = await openBusOf(creator);
      const others = await collect(bus, 'runs', [topic]);
      await bus.publish([message(topic, 'e1')]);
      await waitUntil(() => seen.length === 1 && others.length === 1, OUTAGE_MS);
    },
    LONG_MS,
  );

  test(
    'events without the right to write wait in the outbox, and leave once it is given',
    async () => {
      const database = await testDatabase({ folders: [eventMigrations] });
      closers.push({ close: () => database.drop() });
      const [open, closed] = [newTopic(), newTopic()];
      await kafka.createTopics([open, closed]);
      await kafka.allow(guest, onTopics(['Write'], open), onTopics(['Read'], closed));
      for (const [nr, topic] of [open, closed, open, closed].entries())
        await transaction(database.pool, (tx) =>
          insertOutboxEvents(tx, [{ topic, key: 'k', id: `e${nr}`, type: 't', value: Buffer.from('x') }]),
        );
      const waiting = async () => (await rows(database.pool, sql`select from outbox`)).length;

      const bus = await openBusOf(guest);
      const attempts: number[] = [];
      const publish: Bus['publish'] = (messages) => {
        attempts.push(performance.now());
        return bus.publish(messages);
      };
      const relay = startRelay(database.pool, { publish }, 'test', log);
      closers.push({ close: () => relay.stop() });
      await waitUntil(() => attempts.length >= 4, OUTAGE_MS);
      const sentence = lacks('Write', `topic ${closed}`);
      expect(logged(sentence)).toEqual(['the outbox relay was interrupted and starts again']);
      expect(await healthOf(bus, 'catalog')).toMatchObject({ state: 'failed', sentence });
      expect([await waiting(), await kafka.written(open), await kafka.written(closed)]).toEqual([4, 2, 0]);
      // The third pause is 400 ms, a quarter less or more.
      expect(attempts[3]! - attempts[2]!).toBeGreaterThan(250);

      await kafka.allow(guest, onTopics(['Write'], closed));
      await waitUntil(async () => (await waiting()) === 0, OUTAGE_MS);
      expect([await kafka.written(closed), bus.refusals()]).toEqual([2, []]);
    },
    LONG_MS,
  );

  test(
    'a consumer names each right to read that it lacks, and goes on once it is given',
    async () => {
      const [first, second, group] = [newTopic(), newTopic(), randomUUID()];
      const both = [first, second];
      await kafka.createTopics(both.flatMap((topic) => [topic, deadLetterTopic(topic)]));
      await kafka.allow(guest, onTopics(['Write'], ...both, ...both.map(deadLetterTopic)));
      const bus = await openBusOf(guest);
      await bus.publish(both.map((topic) => message(topic, topic)));
      const seen = await collect(bus, group, both);

      const refused = async (operation: string, resource: string) => {
        await waitUntil(() => bus.refusals().includes(lacks(operation, resource)), OUTAGE_MS);
        expect(await healthOf(bus, group)).toMatchObject({ state: 'failed', sentence: lacks(operation, resource) });
      };
      await refused('Read', `group ${group}`);
      expect(logged(lacks('Read', `group ${group}`))).toEqual([`group ${group} was interrupted and starts again`]);
      await expect(bus.lag(group)).rejects.toThrow(lacks('Read', `group ${group}`));
      await kafka.allow(guest, { resource: 'Group', names: [group], operations: ['Read'] }, onTopics(['Read'], first));
      await refused('Read', `topic ${second}`);
      expect(seen).toEqual([]);
      await kafka.allow(guest, onTopics(['Read'], second));
      await waitUntil(() => seen.length === 2, OUTAGE_MS);
      await waitUntil(() => bus.refusals().length === 0, OUTAGE_MS);
    },
    LONG_MS,
  );

  test(
    'an event that cannot be handled waits until its topic of dead letters may be written',
    async () => {
      const [topic, group] = [newTopic(), randomUUID()];
      const dead = deadLetterTopic(topic);
      await kafka.createTopics([topic, dead]);
      await kafka.allow(
        guest,
        onTopics(['Read', 'Write'], topic),
        onTopics(['Read'], dead),
        { resource: 'Group', names: [group], operations: ['Read'] },
        { resource: 'Group', names: ['assay-dead-letters-'], pattern: 'prefixed', operations: ['Read'] },
      );
      const bus = await openBusOf(guest);
      await bus.publish([message(topic, 'bad'), message(topic, 'good')]);
      const seen = await collect(bus, group, [topic], async ({ id }) => {
        if (id === 'bad') throw new Error('it broke');
      });
      const sentence = lacks('Write', `topic ${dead}`);
      await waitUntil(() => bus.refusals().includes(sentence), OUTAGE_MS);
      expect(logged(sentence)).toEqual(['an event cannot be moved to the dead-letter topic']);
      expect([seen, await kafka.written(dead)]).toEqual([[], 0]);

      await kafka.allow(guest, onTopics(['Write'], dead));
      await waitUntil(() => seen.length === 1, OUTAGE_MS);
      expect((await bus.deadLetters([topic]).list(10)).map(({ eventId }) => eventId)).toEqual(['bad']);
    },
    LONG_MS,
  );

  test(
    'dead letters stay, and the answer names the right, when one is missing',
    async () => {
      const topic = newTopic();
      const dead = deadLetterTopic(topic);
      await kafka.createTopics([topic, dead]);
      await (
        await openBusOf(creator)
      ).publish([{ ...message(dead, 'e1'), extensions: { deadlettertopic: topic, deadlettergroup: 'runs' } }]);
      // A client of its own name has a group of its own.
      const bus = await openBus({ ...kafka.settings(guest), clientId: topic }, log);
      closers.push(bus);
      const deadLetters = bus.deadLetters([topic]);
      const refused = (operation: string, resource: string) => ({
        code: 'CONFLICT',
        message: lacks(operation, resource),
      });

      expect(await lookAt([deadLetterCheck(deadLetters)])).toMatchObject([
        { state: 'failed', sentence: lacks('Read', `topic ${dead}`) },
      ]);
      await expect(deadLetters.list(10)).rejects.toMatchObject(refused('Read', `topic ${dead}`));
      await kafka.allow(guest, onTopics(['Write'], dead));
      await expect(deadLetters.list(10)).rejects.toMatchObject(refused('Read', `groups ${topic}-dead-letters-…`));
      const prefix = `${topic}-dead-letters-`;
      await kafka.allow(guest, { resource: 'Group', names: [prefix], pattern: 'prefixed', operations: ['Read'] });
      await expect(deadLetters.list(10)).rejects.toMatchObject(refused('Read', `topic ${dead}`));
      await kafka.allow(guest, onTopics(['Read'], dead));
      expect(await deadLetters.list(10)).toMatchObject([{ eventId: 'e1', topic, group: 'runs' }]);

      await expect(deadLetters.replay('e1', 10)).rejects.toMatchObject(refused('Delete', `topic ${dead}`));
      await kafka.allow(guest, onTopics(['Delete'], dead));
      await kafka.allow(guest, onTopics(['Read'], topic));
      await expect(deadLetters.replay('e1', 10)).rejects.toMatchObject(refused('Write', `topic ${topic}`));
      expect([await deadLetters.count(), await kafka.written(topic)]).toEqual([1, 0]);
      await kafka.allow(guest, onTopics(['Write'], topic));
      expect(await deadLetters.replay('e1', 10)).toBe(1);
      expect([await deadLetters.count(), await kafka.written(topic)]).toEqual([0, 1]);
    },
    LONG_MS,
  );

  test(
    'a wrong password is told once, without the password, and tried again',
    async () => {
      const bus = await openBusOf({ ...assay, password: 'not-the-password' });
      await collect(bus, 'catalog', [topics[0]!]);
      let attempts = 0;
      await waitUntil(async () => {
        attempts++;
        return bus.publish([message(topics[0]!, 'e1')]).catch(() => attempts >= 3);
      }, OUTAGE_MS);
      expect(bus.refusals()).toEqual([
        expect.stringMatching(
          /^Assay cannot sign in to Kafka: SASL .*\. Check KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD\.$/,
        ),
      ]);
      expect(lines.map(({ msg }) => msg)).toEqual(['Kafka cannot be used']);
      expect(JSON.stringify([lines, bus.refusals(), await healthOf(bus, 'catalog')])).not.toContain('the-password');
    },
    LONG_MS,
  );
});
