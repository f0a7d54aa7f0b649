import { deadLetterTopic, type Bus } from '../bus.ts';
import type { Logger } from '../../log.ts';
import { kafkaOutage } from '../../outage-log.ts';
import { createAdmin } from './kafka-admin.ts';
import { createKafka } from './kafka-client.ts';
import { consumeTopics } from './kafka-consumer.ts';
import { kafkaDeadLetters } from './kafka-dead-letters.ts';
import { createProducer } from './kafka-producer.ts';
import { retryForever, type BackgroundTask } from '../../concurrency/background-task.ts';
import type { KafkaBusSettings } from '../settings.ts';

/** Opens the bus over Kafka. It connects at first use, so a service starts while the brokers are away. */
export async function openKafkaBus(settings: KafkaBusSettings, log: Logger): Promise<Bus> {
  const kafka = createKafka(settings, log);
  const admin = createAdmin(kafka, settings);
  const producer = createProducer(kafka);
  const subscriptions = new Set<{ group: string; topics: string[]; standing: BackgroundTask }>();
  const publish: Bus['publish'] = async (messages) => {
    await admin.ensureTopics(messages.map(({ topic }) => topic));
    await producer.send(messages);
    kafkaOutage(log).over();
  };
  return {
    publish,
    subscribe: async ({ group, topics, handle }) => {
      const standing = retryForever(`group ${group}`, log, async (signal) => {
        await admin.ensureTopics(topics.flatMap((topic) => [topic, deadLetterTopic(topic)]));
        await consumeTopics(
          kafka,
          topics,
          {
            group,
            handle,
            publish,
            log,
          },
          signal,
        );
      });
      subscriptions.add({ group, topics, standing });
      return standing;
    },
    lag: (group) =>
      admin.lag(
        group,
        [...subscriptions].filter((known) => known.group === group).flatMap(({ topics }) => topics),
      ),
    deadLetters: kafkaDeadLetters({ kafka, clientId: settings.clientId, admin, publish }),
    // Kafka's retention does not ask for groups.
    absentGroups: async () => [],
    close: async () => {
      await Promise.all([...subscriptions].map(({ standing }) => standing.stop()));
      await Promise.all([producer.close(), admin.close()]);
    },
  };
}
