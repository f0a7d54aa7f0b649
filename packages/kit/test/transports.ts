import { busMigrations } from '@assay/kit/bus/migrations';
import type { BusSettings } from '@assay/kit/bus/settings';
import { terminateBackends, testDatabase } from '@assay/testkit/database/database';
import { startKafka, whyNoKafka } from '@assay/testkit/kafka';

/** A transport of the bus that runs for one test file. */
export interface RunningTransport {
  settings: BusSettings;
  /** Takes the transport away under load and brings it back. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

export interface Transport {
  name: string;
  /** Why it cannot be tested here. */
  missing: string | undefined;
  /** Whether two consumers of a group work on one topic at the same time; else the second one stands by. */
  spreads: boolean;
  start(): Promise<RunningTransport>;
}

export const transports: Transport[] = [
  {
    name: 'Postgres',
    missing: undefined,
    spreads: false,
    start: async () => {
      const database = await testDatabase({ folders: [busMigrations] });
      return {
        settings: { transport: 'postgres', url: database.url, retentionHours: 1 },
        crash: async () => {
          await terminateBackends(database);
        },
        stop: () => database.drop(),
      };
    },
  },
  {
    name: 'Kafka',
    missing: whyNoKafka(),
    spreads: true,
    start: async () => {
      const kafka = await startKafka();
      return {
        settings: {
          transport: 'kafka',
          brokers: kafka.brokers,
          clientId: 'test',
          sasl: undefined,
          tls: undefined,
          topicPartitions: 3,
          replicationFactor: 1,
        },
        crash: async () => {
          await kafka.kill('SIGKILL');
          await kafka.restart();
        },
        stop: () => kafka.stop(),
      };
    },
  },
];
