import { randomUUID } from 'node:crypto';
import { deadLetterTopic, type Bus, type BusMessage } from '@assay/kit/bus/bus';
import { rows, sql } from '@assay/kit/postgres/db';
import { MAX_EVENT_BYTES } from '@assay/kit/events/outbox';
import { startRelay } from '@assay/kit/events/relay';
import { terminateBackends } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { killProcess, log, message, range, startHarness, type Harness } from './harness.ts';
import { transports, type RunningTransport } from './transports.ts';

/** On a machine's first run the broker is fetched. */
const FETCH_MS = 300_000;
const OUTAGE_MS = 45_000;

for (const { name, missing, spreads, start } of transports) {
  const suite = missing === undefined ? describe : describe.skip;
  if (missing !== undefined) process.stderr.write(`The bus is not tested over ${name}: ${missing}.\n`);
  suite(`the bus over ${name}`, () => {
    let transport: RunningTransport;
    let harness: Harness;
    let topic: string;
    let bus: Bus;

    beforeAll(async () => {
      transport = await start();
      harness = await startHarness(transport);
    }, FETCH_MS);
    beforeEach(async () => {
      topic = `assay.${randomUUID()}.v1`;
      bus = await harness.openBus();
    });
    afterEach(() => harness.reset());
    afterAll(async () => {
      await harness?.stop();
      await transport?.stop();
    }, 3 * OUTAGE_MS);

    test(
      'a message arrives with every attribute it was published with',
      async () => {
        const sent = {
          ...message(topic, 'evt_1', 'run_1'),
          value: Buffer.from([0, 255, 10, 0]),
          time: new Date('2026-03-04T05:06:07.089Z'),
          traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
          extensions: { tenant: 'org_1' },
        };
        const seen = await harness.collect(bus, topic);
        await bus.publish([sent]);
        await waitUntil(() => seen.messages.length > 0, OUTAGE_MS);
        expect(seen.messages).toEqual([sent]);
      },
      3 * OUTAGE_MS,
    );

    test(
      'messages of one key arrive in the order they were published',
      async () => {
        const keys = ['a', 'b', 'c', 'd', 'e'];
        const seen = await harness.collect(bus, topic);
        await Promise.all(
          keys.map(async (key) => {
            for (const ten of range(6))
              await bus.publish(range(10, ten * 10).map((nr) => message(topic, `${key}${nr}`, key)));
          }),
        );
        await waitUntil(() => seen.ids.length >= 300, OUTAGE_MS);
        for (const key of keys) {
          expect(seen.messages.filter((received) => received.key === key).map(({ id }) => id)).toEqual(
            range(60).map((nr) => `${key}${nr}`),
          );
        }
      },
      3 * OUTAGE_MS,
    );

    test(
      'events of the largest size arrive, however many are published at once',
      async () => {
        const seen = await harness.collect(bus, topic);
        await bus.publish(
          range(6).map((nr) => ({ ...message(topic, `e${nr}`), value: Buffer.alloc(MAX_EVENT_BYTES, nr) })),
        );
        await waitUntil(() => seen.ids.length >= 6, OUTAGE_MS);
        expect(seen.messages.map(({ value }) => [value.byteLength, value[0]])).toEqual(
          range(6).map((nr) => [MAX_EVENT_BYTES, nr]),
        );
      },
      3 * OUTAGE_MS,
    );

    test(
      'a group that is new starts at the oldest message, and every group gets all of them',
      async () => {
        await bus.publish(range(20).map((nr) => message(topic, `e${nr}`, `k${nr % 4}`)));
        const groups = await Promise.all([harness.collect(bus, topic), harness.collect(bus, topic)]);
        await waitUntil(() => groups.every(({ ids }) => ids.length >= 20), OUTAGE_MS);
        for (const { ids } of groups)
          expect(ids.toSorted()).toEqual(
            range(20)
              .map((nr) => `e${nr}`)
              .toSorted(),
          );
      },
      3 * OUTAGE_MS,
    );

    test(
      'two consumers of one group share the messages, and one takes over when the other goes',
      async () => {
        const group = randomUUID();
        const other = await harness.openBus();
        const both = [
          await harness.collect(bus, topic, { group }),
          await harness.collect(other, topic, { group }),
        ] as const;
        const handled = () => both.flatMap(({ ids }) => ids);
        const since = (from: number) =>
          handled()
            .filter((id) => !id.startsWith('probe'))
            .slice(from);
        await waitUntil(async () => {
          await bus.publish(range(6).map((nr) => message(topic, `probe-${randomUUID()}`, `k${nr}`)));
          return spreads ? both.every(({ ids }) => ids.length > 0) : handled().length > 0;
        }, OUTAGE_MS);

        await bus.publish(range(60).map((nr) => message(topic, `e${nr}`, `k${nr % 6}`)));
        await waitUntil(() => since(0).length >= 60, OUTAGE_MS);
        const [busy, idle] = both.toSorted((a, b) => b.ids.length - a.ids.length) as [
          (typeof both)[0],
          (typeof both)[0],
        ];
        await busy.stop();
        const stoodAt = busy.ids.length;
        await bus.publish(range(30, 60).map((nr) => message(topic, `e${nr}`, `k${nr % 6}`)));
        await waitUntil(() => since(0).length >= 90, OUTAGE_MS);

        expect(since(0).toSorted()).toEqual(
          range(90)
            .map((nr) => `e${nr}`)
            .toSorted(),
        );
        expect(busy.ids.length).toBe(stoodAt);
        expect(idle.ids).toEqual(expect.arrayContaining(range(30, 60).map((nr) => `e${nr}`)));
      },
      3 * OUTAGE_MS,
    );

    test(
      'a handler that fails is called again before the next message of its key',
      async () => {
        const calls: string[] = [];
        const seen = await harness.collect(bus, topic, {
          handle: async ({ id }) => {
            calls.push(id);
            if (id === 'e1' && calls.filter((call) => call === id).length < 3) throw new Error('not yet');
          },
        });
        await bus.publish(range(3).map((nr) => message(topic, `e${nr}`)));
        await waitUntil(() => seen.ids.length >= 3, OUTAGE_MS);
        expect(calls).toEqual(['e0', 'e1', 'e1', 'e1', 'e2']);
      },
      3 * OUTAGE_MS,
    );

    test(
      'a message that cannot be handled goes to the dead-letter topic and the stream moves on',
      async () => {
        const group = randomUUID();
        const seen = await harness.collect(bus, topic, {
          group,
          handle: async ({ id }) => {
            if (id === 'bad') throw new Error('cannot read it, password=hunter2');
          },
        });
        const dead = await harness.collect(bus, deadLetterTopic(topic));
        await bus.publish(['e0', 'bad', 'e1'].map((id) => message(topic, id)));
        await waitUntil(() => seen.ids.length >= 2 && dead.ids.length >= 1, OUTAGE_MS);
        expect(seen.ids).toEqual(['e0', 'e1']);
        expect(dead.messages).toMatchObject([
          {
            id: 'bad',
            key: 'k',
            value: Buffer.from('bad'),
            extensions: {
              deadlettergroup: group,
              deadlettertopic: topic,
              deadlettererror: 'cannot read it, password=[redacted]',
              deadletterposition: expect.stringMatching(/^(2|\d\/1)$/),
            },
          },
        ]);
        await waitUntil(async () => (await bus.lag(group))[topic] === 0, OUTAGE_MS);
      },
      3 * OUTAGE_MS,
    );

    test(
      'dead letters are listed with their cause, replayed on their topic, and dropped alone',
      async () => {
        const ids = range(6).map((nr) => `${topic}/${nr}`);
        const dead = (id: string, nr: number) => ({
          ...message(deadLetterTopic(topic), id, `k${nr % 2}`),
          extensions: { deadlettertopic: topic, deadlettergroup: 'suites', deadlettererror: `broke at ${nr}` },
        });
        const deadLetters = bus.deadLetters([topic]);
        const listed = () => deadLetters.list(1_000);
        for (const [nr, id] of ids.entries()) await bus.publish([dead(id, nr)]);
        expect(await deadLetters.count()).toBe(6);
        const first = await listed();
        expect(first.map(({ eventId }) => eventId)).toEqual(ids);
        const [, , , third] = first;
        expect(third).toMatchObject({ type: 'assay.test.v1.Happened', group: 'suites', error: 'broke at 3' });
        expect([await deadLetters.find(ids[3]!), await deadLetters.find('none')]).toEqual([third, undefined]);

        expect([await deadLetters.drop(ids[2]!), await deadLetters.drop(ids[2]!)]).toEqual([1, 0]);
        expect(await deadLetters.count()).toBe(5);
        // The ones before it are the same as before, with their times.
        expect(await listed()).toEqual(first.filter(({ eventId }) => eventId !== ids[2]));

        const seen = await harness.collect(bus, topic);
        expect(await deadLetters.replay(ids[4], 10)).toBe(1);
        await waitUntil(() => seen.ids.length > 0, OUTAGE_MS);
        expect(seen.messages).toMatchObject([{ topic, id: ids[4], key: 'k0', value: Buffer.from(ids[4]!) }]);
        expect(await deadLetters.replay(undefined, 1_000)).toBe(4);
        expect([await deadLetters.count(), await listed()]).toEqual([0, []]);
        await waitUntil(() => seen.ids.length >= 5, OUTAGE_MS);
        expect(seen.ids.toSorted()).toEqual(ids.filter((id) => id !== ids[2]));
      },
      3 * OUTAGE_MS,
    );

    test(
      'dead letters of topics that were not asked for are not counted, listed or touched',
      async () => {
        const other = `other.${topic}`;
        const extensions = { deadlettertopic: other, deadlettergroup: 'other', deadlettererror: 'theirs' };
        await bus.publish([{ ...message(deadLetterTopic(other), topic), extensions }]);
        const ours = bus.deadLetters([topic]);
        expect([await ours.count(), await ours.list(10), await ours.find(topic)]).toEqual([0, [], undefined]);
        expect([await ours.replay(topic, 10), await ours.drop(topic)]).toEqual([0, 0]);
        expect(await bus.deadLetters([other]).count()).toBe(1);
      },
      3 * OUTAGE_MS,
    );

    // In the log of Postgres no other program writes.
    if (name === 'Kafka')
      test(
        'a topic of dead letters with records of another program stays as it is',
        async () => {
          await bus.publish([message(deadLetterTopic(topic), topic)]);
          const deadLetters = bus.deadLetters([topic]);
          expect(await deadLetters.find(topic)).toBeUndefined();
          expect([await deadLetters.replay(topic, 10), await deadLetters.drop(topic)]).toEqual([0, 0]);
          expect(await deadLetters.count()).toBe(1);
        },
        3 * OUTAGE_MS,
      );

    test(
      'a message that fails among others that may be handled together loses none of them',
      async () => {
        const refuse = async (messages: BusMessage[]) => {
          if (messages.some(({ id }) => id === 'bad')) throw new Error('cannot read it');
        };
        await bus.publish(['e0', 'e1', 'bad', 'e2', 'e3'].map((id) => message(topic, id)));
        const seen = await harness.collect(bus, topic, {
          handle: (one) => refuse([one]),
          together: { types: new Set([message(topic, '').type]), handle: refuse },
        });
        const dead = await harness.collect(bus, deadLetterTopic(topic));
        await waitUntil(() => seen.ids.length >= 4 && dead.ids.length >= 1, OUTAGE_MS);
        expect(seen.ids).toEqual(['e0', 'e1', 'e2', 'e3']);
        expect(dead.ids).toEqual(['bad']);
        await bus.publish(['e4', 'e5'].map((id) => message(topic, id)));
        await waitUntil(() => seen.ids.length >= 6, OUTAGE_MS);
        expect(seen.ids.slice(4)).toEqual(['e4', 'e5']);
      },
      3 * OUTAGE_MS,
    );

    test(
      'the lag of a group counts what it has not handled',
      async () => {
        const group = randomUUID();
        const gate = Promise.withResolvers<void>();
        await harness.collect(bus, topic, { group, handle: () => gate.promise });
        await bus.publish(range(10).map((nr) => message(topic, `e${nr}`, `k${nr}`)));
        await waitUntil(async () => (await bus.lag(group))[topic] === 10, OUTAGE_MS);
        gate.resolve();
        await waitUntil(async () => (await bus.lag(group))[topic] === 0, OUTAGE_MS);
        const elsewhere = await harness.openBus();
        expect(await elsewhere.lag(group)).toEqual({ [topic]: 0 });
      },
      3 * OUTAGE_MS,
    );

    test(
      'a consumer killed in the middle of a message loses nothing, and its successor doubles nothing',
      async () => {
        const group = randomUUID();
        const all = range(40).map((nr) => `e${nr}`);
        const deliveriesOf = async (id: string) =>
          (await rows(harness.database.pool, sql`select from deliveries where event_id = ${id}`)).length;
        await bus.publish(all.map((id) => message(topic, id)));
        const first = harness.startConsumer({ group, topic, hangAt: 'e17' });
        await waitUntil(async () => (await deliveriesOf('e17')) > 0, OUTAGE_MS);
        await killProcess(first);
        expect((await harness.effects()).length).toBe(17);

        harness.startConsumer({ group, topic });
        await waitUntil(async () => (await harness.effects()).length >= all.length, OUTAGE_MS);
        expect((await harness.effects()).map(({ eventId }) => eventId)).toEqual(all);
        expect(await deliveriesOf('e17')).toBe(2);
        await waitUntil(async () => (await bus.lag(group))[topic] === 0, OUTAGE_MS);
      },
      3 * OUTAGE_MS,
    );

    test(
      'events take effect once although the relay loses its database between sending and deleting',
      async () => {
        const all = range(30).map((nr) => `e${nr}`);
        await harness.write(topic, all, () => 'k');
        const seen = await harness.collect(bus, topic, { handle: harness.apply });
        let sends = 0;
        const relay = startRelay(
          harness.database.pool,
          {
            publish: async (messages) => {
              await bus.publish(messages);
              if (++sends === 1) await terminateBackends(harness.database);
            },
          },
          'test',
          log,
        );
        await waitUntil(() => seen.ids.length >= 2 * all.length, OUTAGE_MS);
        await relay.stop();
        expect((await harness.effects()).map(({ eventId }) => eventId)).toEqual(all);
        expect(await rows(harness.database.pool, sql`select from outbox`)).toEqual([]);
      },
      3 * OUTAGE_MS,
    );

    test(
      'nothing is lost, doubled or reordered in effect when the transport crashes mid-stream',
      async () => {
        const keyOf = (id: string) => `k${Number(id.slice(1)) % 4}`;
        const all = range(200).map((nr) => `e${nr}`);
        const relay = startRelay(harness.database.pool, bus, 'test', log);
        await harness.collect(await harness.openBus(), topic, { handle: harness.apply });
        await harness.write(topic, all.slice(0, 100), keyOf);
        await waitUntil(async () => (await harness.effects()).length > 20, OUTAGE_MS);
        await Promise.all([transport.crash(), harness.write(topic, all.slice(100), keyOf)]);
        await waitUntil(async () => (await harness.effects()).length >= all.length, OUTAGE_MS);
        await relay.stop();
        const effects = await harness.effects();
        expect(effects.length).toBe(all.length);
        for (const key of ['k0', 'k1', 'k2', 'k3']) {
          expect(effects.filter((effect) => effect.key === key).map(({ eventId }) => eventId)).toEqual(
            all.filter((id) => keyOf(id) === key),
          );
        }
      },
      3 * OUTAGE_MS,
    );
  });
}
