import { deadLetterTopic, type Bus, type DeadLetters } from './bus.ts';
import { conflict } from '@assay/contract/problem';
import type { Logger } from '../log.ts';
import { kafkaOutage } from '../outage-log.ts';
import { createAdmin, type KafkaAdmin } from './kafka-admin.ts';
import { createKafka } from './kafka-client.ts';
import { consumeTopics } from './kafka-consumer.ts';
import { createProducer } from './kafka-producer.ts';
import { retryForever, type BackgroundTask } from '../concurrency/background-task.ts';
import type { KafkaBusSettings } from './settings.ts';

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
    deadLetters: kafkaDeadLetters(admin),
    // Kafka's retention does not ask for groups.
    absentGroups: async () => [],
    close: async () => {
      await Promise.all([...subscriptions].map(({ standing }) => standing.stop()));
      await Promise.all([producer.close(), admin.close()]);
    },
  };
}

/** A record of Kafka cannot be deleted alone, so its dead letters are counted here and mended by Kafka's own tools. */
function kafkaDeadLetters(admin: Pick<KafkaAdmin, 'countDeadLetters'>): DeadLetters {
  const refuse = async () => {
    throw conflict(
      "Kafka carries the events: dead letters are records of the topics `<topic>.dlq`, with the cause in their headers. Use Kafka's own tools.",
    );
  };
  return { count: () => admin.countDeadLetters(), list: refuse, find: refuse, replay: refuse, drop: refuse };
}
