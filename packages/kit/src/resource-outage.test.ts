import kafkajs from 'kafkajs';
import { KafkaRefusal } from './bus/kafka/kafka-faults.ts';
import { openBus } from './bus/open-bus.ts';
import { waitUntil } from '@assay/testkit/until';
import { retryForever } from './concurrency/background-task.ts';
import { createLog } from './log.ts';
import { kafkaOutage, postgresOutageOf } from './outage-log.ts';
import { resourceOutage } from './resource-outage.ts';

const { KafkaJSConnectionError, KafkaJSNonRetriableError, KafkaJSNumberOfRetriesExceeded, KafkaJSProtocolError } =
  kafkajs;

const lines: string[] = [];
const log = createLog('test', 'warn', { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
beforeEach(() => void lines.splice(0));

const refused = new KafkaJSConnectionError('Connection error', { broker: 'b:9092', code: 'ECONNREFUSED' });
const protocolError = (retriable: boolean) =>
  new KafkaJSProtocolError({ name: 'X', message: 'x', type: 'X', code: 1, retriable } as never);
const attempts = (cause: Error) => new KafkaJSNumberOfRetriesExceeded(cause, { retryCount: 4, retryTime: 1_000 });

test.each([
  ['a refused connection to Kafka', refused, kafkaOutage(log)],
  ['the last of several attempts', attempts(refused), kafkaOutage(log)],
  ['a broker that restarts', attempts(protocolError(true)), kafkaOutage(log)],
  ['a user whom Kafka refuses', new KafkaRefusal('no', refused, true), kafkaOutage(log)],
  ['a right that Kafka refuses', new KafkaRefusal('no', refused), undefined],
  ['a topic that Kafka forbids', attempts(protocolError(false)), undefined],
  ['a fault of the client', new KafkaJSNonRetriableError('no'), undefined],
  [
    'a refused connection to Postgres',
    Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    postgresOutageOf(log, refused),
  ],
  ['another error', new Error('x'), undefined],
])('%s is told as the outage that it belongs to', (_, error, outage) => {
  expect(resourceOutage(error, log)).toBe(outage);
});

test('services that all miss Kafka are one line', async () => {
  let failures = 0;
  const open = async (service: string) => {
    const own = log.child({ service });
    const bus = await openBus(
      {
        transport: 'kafka',
        brokers: ['127.0.0.1:1'],
        clientId: service,
        sasl: undefined,
        tls: undefined,
        topicPartitions: 1,
        replicationFactor: 1,
      },
      own,
    );
    await bus.subscribe({ group: service, topics: ['topic'], handle: async () => undefined });
    const relay = retryForever('the outbox relay', own, async () => {
      try {
        await bus.publish([
          { topic: 'topic', key: 'k', id: '1', type: 't', source: service, time: new Date(0), value: new Uint8Array() },
        ]);
      } catch (error) {
        failures++;
        throw error;
      }
    });
    return { relay, bus };
  };
  const services = await Promise.all(['catalog', 'runs', 'suites'].map(open));
  await waitUntil(() => failures > 2);
  await Promise.all(services.flatMap(({ relay, bus }) => [relay.stop(), bus.close()]));
  expect(lines).toEqual(['Kafka cannot be used']);
});
