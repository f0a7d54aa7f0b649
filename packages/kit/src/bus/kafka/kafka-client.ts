import './kafkajs-repairs.ts';
import { Kafka, type KafkaConfig, type SASLOptions, logLevel } from 'kafkajs';
import type { Logger } from '../../log.ts';
import type { KafkaBusSettings } from '../settings.ts';

/** A client that gives up within seconds; its users wait out an outage. */
export function createKafka({ brokers, clientId, sasl, tls }: KafkaBusSettings, log: Logger): Kafka {
  return new Kafka({
    brokers,
    clientId,
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry: { initialRetryTime: 200, maxRetryTime: 2_000, retries: 4 },
    // Users of the client report failures; the client's own lines, dozens per outage, are for debugging.
    logLevel: logLevel.INFO,
    logCreator:
      () =>
      ({ log: { message, ...rest } }) =>
        log.debug({ kafka: rest }, `kafka: ${message}`),
    ...(sasl && { sasl: sasl as SASLOptions }),
    ...(tls && { ssl: definedOnly(tls) }),
  });
}

/** Node's TLS options are not to be set to undefined. */
const definedOnly = (tls: NonNullable<KafkaBusSettings['tls']>): NonNullable<KafkaConfig['ssl']> =>
  Object.fromEntries(Object.entries(tls).filter(([, pem]) => pem !== undefined));

/** A connection that is made at first use. */
export interface KafkaConnection<Client> {
  /**
   * Runs one piece of work at a time. When it fails the client is dropped, and the next use begins with a new one. When no
   * connection can be made, what waits fails with that error as well: attempts in a row would make all of them wait.
   */
  use<T>(work: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function createLink<Client extends { connect(): Promise<void>; disconnect(): Promise<void> }>(
  create: () => Client,
): KafkaConnection<Client> {
  let connected: Client | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let uses = 0;
  /** The last failure to connect, and the last use that waited then. */
  let failure: { error: unknown; upTo: number } = { error: undefined, upTo: 0 };
  const attempt = async <T>(use: number, work: (client: Client) => Promise<T>): Promise<T> => {
    if (use <= failure.upTo) throw failure.error;
    const client = connected ?? create();
    try {
      if (!connected) await client.connect();
      connected = client;
      return await work(client);
    } catch (error) {
      if (connected !== client) failure = { error, upTo: uses };
      connected = undefined;
      await client.disconnect().catch(() => undefined);
      throw error;
    }
  };
  const queue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    use: (work) => {
      const use = ++uses;
      return queue(() => attempt(use, work));
    },
    close: () => queue(async () => connected?.disconnect()),
  };
}
