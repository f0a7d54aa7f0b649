import type { EnvReader } from '../env.ts';
import { databaseSetting } from '../postgres/database-setting.ts';
import { choiceSetting, integerSetting, listSetting, switchSetting, textSetting } from '../settings/setting.ts';

export interface PostgresBusSettings {
  transport: 'postgres';
  /** A direct connection (no transaction pooler) as the role that owns the bus's schema. */
  url: string;
  /** How long a message is kept at least, in hours. */
  retentionHours: number;
}

const SASL_MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

export interface KafkaBusSettings {
  transport: 'kafka';
  brokers: string[];
  clientId: string;
  sasl: { mechanism: (typeof SASL_MECHANISMS)[number]; username: string; password: string } | undefined;
  /** Undefined for plain TCP. PEM texts; without a `ca` the system's certificate authorities are trusted. */
  tls: { ca: string | undefined; cert: string | undefined; key: string | undefined } | undefined;
  /** Of the topics that this process has to create. */
  topicPartitions: number;
  /** Of the same topics; -1 leaves it to the broker's default. */
  replicationFactor: number;
}

export type BusSettings = PostgresBusSettings | KafkaBusSettings;

export const BUS_DATABASE_URL = databaseSetting({
  name: 'BUS_DATABASE_URL',
  explanation: ['The database of the event log, without a pooler; not needed with Kafka.'],
});

export const BUS_RETENTION_HOURS = integerSetting({
  name: 'BUS_RETENTION_HOURS',
  default: 7 * 24,
  least: 1,
  explanation: [
    'How long the event log in Postgres keeps an event, and longer while a group of consumers has not handled it.',
    'A group that no consumer belonged to for as long holds nothing back; its lag stays in the metric `assay.bus.lag`.',
  ],
});

export const KAFKA_BROKERS = listSetting({
  name: 'KAFKA_BROKERS',
  default: [],
  pattern: /^[^\s:/]+:\d{1,5}$/,
  fault: 'must be host:port, or several with commas between them',
  explanation: ['Brokers of Kafka, `host:port` with commas between them: events travel through Kafka then.'],
});

export const KAFKA_CLIENT_ID = textSetting({
  name: 'KAFKA_CLIENT_ID',
  default: 'assay',
  explanation: [
    'The name of the process in the logs of the brokers, and the beginning of the groups that read dead letters.',
  ],
});

export const KAFKA_SASL_MECHANISM = choiceSetting(
  {
    name: 'KAFKA_SASL_MECHANISM',
    defaultInWords: 'none',
    explanation: ['How the process signs in to the brokers.'],
  },
  SASL_MECHANISMS,
);

export const KAFKA_SASL_USERNAME = textSetting({
  name: 'KAFKA_SASL_USERNAME',
  explanation: ['The user of Assay at the brokers; needed with a mechanism.'],
});

export const KAFKA_SASL_PASSWORD = textSetting({
  name: 'KAFKA_SASL_PASSWORD',
  isSecret: true,
  explanation: ['The password of the user; needed with a mechanism.'],
});

export const KAFKA_TLS = switchSetting({
  name: 'KAFKA_TLS',
  default: false,
  explanation: ['Whether the brokers speak TLS.'],
});

export const KAFKA_TLS_CA = textSetting({
  name: 'KAFKA_TLS_CA',
  mayBeFile: true,
  explanation: ['Certificate authorities of the brokers, in PEM. Without any, the ones of the system are trusted.'],
});

export const KAFKA_TLS_CERT = textSetting({
  name: 'KAFKA_TLS_CERT',
  mayBeFile: true,
  explanation: ['The certificate of the process, in PEM, where the brokers ask for one.'],
});

export const KAFKA_TLS_KEY = textSetting({
  name: 'KAFKA_TLS_KEY',
  isSecret: true,
  explanation: ['The key of the certificate, in PEM.'],
});

export const KAFKA_TOPIC_PARTITIONS = integerSetting({
  name: 'KAFKA_TOPIC_PARTITIONS',
  default: 6,
  least: 1,
  explanation: ['Partitions of the topics that Assay has to create.'],
});

export const KAFKA_REPLICATION_FACTOR = integerSetting({
  name: 'KAFKA_REPLICATION_FACTOR',
  default: -1,
  least: -1,
  explanation: ["Replicas of the topics that Assay has to create; -1 is the broker's default."],
});

/** Reads the bus's settings as part of a service's `readEnv`: Kafka when `KAFKA_BROKERS` is set, else Postgres. */
export function busSettings(reader: EnvReader): BusSettings {
  const brokers = reader.optional(KAFKA_BROKERS);
  // Undefined when they are malformed.
  return brokers?.length === 0
    ? {
        transport: 'postgres',
        url: reader.read(BUS_DATABASE_URL),
        retentionHours: reader.read(BUS_RETENTION_HOURS),
      }
    : kafkaSettings(reader, brokers ?? []);
}

function kafkaSettings(reader: EnvReader, brokers: string[]): KafkaBusSettings {
  return {
    transport: 'kafka',
    brokers,
    clientId: reader.read(KAFKA_CLIENT_ID),
    sasl: saslSettings(reader),
    tls: reader.read(KAFKA_TLS)
      ? {
          ca: reader.optional(KAFKA_TLS_CA),
          cert: reader.optional(KAFKA_TLS_CERT),
          key: reader.optional(KAFKA_TLS_KEY),
        }
      : undefined,
    topicPartitions: reader.read(KAFKA_TOPIC_PARTITIONS),
    replicationFactor: reader.read(KAFKA_REPLICATION_FACTOR),
  };
}

function saslSettings({ optional, read }: EnvReader): KafkaBusSettings['sasl'] {
  const mechanism = optional(KAFKA_SASL_MECHANISM);
  return (
    mechanism && {
      mechanism,
      username: read(KAFKA_SASL_USERNAME),
      password: read(KAFKA_SASL_PASSWORD),
    }
  );
}
