import type { EnvReader } from '../env.ts';

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

/**
 * Reads the bus's settings as part of a service's `readEnv`: Kafka when `KAFKA_BROKERS` is set, else Postgres. The TLS
 * texts come from `KAFKA_TLS_CA_FILE`, `KAFKA_TLS_CERT_FILE` and `KAFKA_TLS_KEY_FILE`.
 */
export function busSettings(reader: EnvReader): BusSettings {
  const brokers = reader.list('KAFKA_BROKERS', []);
  return brokers.length > 0
    ? kafkaSettings(reader, brokers)
    : {
        transport: 'postgres',
        url: reader.secret('BUS_DATABASE_URL'),
        retentionHours: reader.int('BUS_RETENTION_HOURS', 7 * 24),
      };
}

function kafkaSettings(reader: EnvReader, brokers: string[]): KafkaBusSettings {
  return {
    transport: 'kafka',
    brokers,
    clientId: reader.text('KAFKA_CLIENT_ID', 'assay'),
    sasl: saslSettings(reader),
    tls: reader.flag('KAFKA_TLS', false)
      ? {
          ca: reader.optionalSecret('KAFKA_TLS_CA'),
          cert: reader.optionalSecret('KAFKA_TLS_CERT'),
          key: reader.optionalSecret('KAFKA_TLS_KEY'),
        }
      : undefined,
    topicPartitions: reader.int('KAFKA_TOPIC_PARTITIONS', 6),
    replicationFactor: reader.int('KAFKA_REPLICATION_FACTOR', -1),
  };
}

function saslSettings(reader: EnvReader): KafkaBusSettings['sasl'] {
  const mechanism = reader.choice('KAFKA_SASL_MECHANISM', SASL_MECHANISMS);
  return (
    mechanism && {
      mechanism,
      username: reader.text('KAFKA_SASL_USERNAME'),
      password: reader.secret('KAFKA_SASL_PASSWORD'),
    }
  );
}
