import { deadLetterTopic, type Bus } from '../bus.ts';
import type { Logger } from '../../log.ts';
import { kafkaOutage } from '../../outage-log.ts';
import { createAdmin } from './kafka-admin.ts';
import { createKafka } from './kafka-client.ts';
import { consumeTopics } from './kafka-consumer.ts';
import { kafkaDeadLetters } from './kafka-dead-letters.ts';
import { createProducer } from './kafka-producer.ts';
import { KafkaRefusals } from './kafka-refusals.ts';
import { retryForever, type BackgroundTask } from '../../concurrency/background-task.ts';
import type { KafkaBusSettings } from '../settings.ts';

/** Opens the bus over Kafka. It connects at first use, so a service starts while the brokers are away. */
export async function openKafkaBus(settings: KafkaBusSettings, log: Logger): Promise<Bus> {
  const kafka = createKafka(settings, log);
  const admin = createAdmin(kafka, settings);
  const producer = createProducer(kafka);
  const refusals = new KafkaRefusals();
  const subscriptions = new Set<{ group: string; topics: string[]; standing: BackgroundTask }>();

  const publish: Bus['publish'] = async (messages) => {
    const ofTopic = [...Map.groupBy(messages, ({ topic }) => topic)];
    // The caller repeats all after a refusal: messages of other topics are not to be sent again each time.
    const refusedFirst = ofTopic.toSorted(([a], [b]) => Number(refusals.isOpen(b)) - Number(refusals.isOpen(a)));
    for (const [topic, own] of refusedFirst)
      await refusals.attempt(topic, async () => {
        await admin.ensureTopics([topic]);
        await producer.send(topic, own);
      });
    kafkaOutage(log).over();
  };

  return {
    publish,
    subscribe: async ({ group, topics, handle }) => {
      const name = `group ${group}`;
      const recipient = { group, handle, publish, log, onFetched: () => refusals.over(name) };
      const standing = retryForever(name, log, (signal) =>
        refusals.attempt(name, async () => {
          await admin.ensureTopics(topics.flatMap((topic) => [topic, deadLetterTopic(topic)]));
          await consumeTopics(kafka, topics, recipient, signal);
        }),
      );
      subscriptions.add({ group, topics, standing });
      return standing;
    },
    lag: (group) =>
      admin.lag(
        group,
        [...subscriptions].filter((known) => known.group === group).flatMap(({ topics }) => topics),
      ),
    deadLetters: (topics) => kafkaDeadLetters({ kafka, clientId: settings.clientId, admin, publish, topics }),
    refusals: () => refusals.sentences(),
    // Kafka's retention does not ask for groups.
    absentGroups: async () => [],
    close: async () => {
      await Promise.all([...subscriptions].map(({ standing }) => standing.stop()));
      await Promise.all([producer.close(), admin.close()]);
    },
  };
}
