import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnv, type Env } from '../env.ts';
import { busSettings } from './settings.ts';

const read = (env: Env) => readEnv(env, busSettings);

test('Postgres carries the events unless a broker is named', () => {
  expect(read({ BUS_DATABASE_URL: 'postgres://bus@db/assay' })).toEqual({
    transport: 'postgres',
    url: 'postgres://bus@db/assay',
    retentionHours: 168,
  });
  expect(read({ BUS_DATABASE_URL: 'postgres://bus@db/assay', KAFKA_BROKERS: 'k1:9092, k2:9092' })).toEqual({
    transport: 'kafka',
    brokers: ['k1:9092', 'k2:9092'],
    clientId: 'assay',
    sasl: undefined,
    tls: undefined,
    topicPartitions: 6,
    replicationFactor: -1,
  });
});

test('a bus without any transport is a fault of the configuration', () => {
  expect(() => read({})).toThrow('BUS_DATABASE_URL is missing');
});

test('SASL needs a mechanism we know, a user and a password', () => {
  const env = {
    KAFKA_BROKERS: 'k:9092',
    KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
    KAFKA_SASL_USERNAME: 'assay',
    KAFKA_SASL_PASSWORD: 'pw',
  };
  expect(read(env)).toMatchObject({ sasl: { mechanism: 'scram-sha-512', username: 'assay', password: 'pw' } });
  expect(() => read({ ...env, KAFKA_SASL_PASSWORD: undefined })).toThrow('KAFKA_SASL_PASSWORD is missing');
  expect(() => read({ ...env, KAFKA_SASL_MECHANISM: 'gssapi' })).toThrow(
    'KAFKA_SASL_MECHANISM is not one of plain, scram-sha-256, scram-sha-512',
  );
});

test('TLS takes its certificates from files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tls-'));
  const [ca, cert, key] = ['ca', 'cert', 'key'].map((name) => join(folder, `${name}.pem`)) as [string, string, string];
  await Promise.all([ca, cert, key].map((path) => writeFile(path, `PEM of ${path}\n`)));
  const env = {
    KAFKA_BROKERS: 'k:9093',
    KAFKA_TLS: 'true',
    KAFKA_TLS_CA_FILE: ca,
    KAFKA_TLS_CERT_FILE: cert,
    KAFKA_TLS_KEY_FILE: key,
  };
  expect(read(env)).toMatchObject({ tls: { ca: `PEM of ${ca}`, cert: `PEM of ${cert}`, key: `PEM of ${key}` } });
  await rm(folder, { recursive: true });
  expect(() => read(env)).toThrow(
    'KAFKA_TLS_CA_FILE cannot be read; KAFKA_TLS_CERT_FILE cannot be read; KAFKA_TLS_KEY_FILE cannot be read',
  );
  expect(read({ KAFKA_BROKERS: 'k:9093', KAFKA_TLS: 'true' })).toMatchObject({
    tls: { ca: undefined, cert: undefined, key: undefined },
  });
});

test.each(['localhost', 'k1:9092,k2', 'http://k1:9092', 'k1:port'])(
  'brokers without host and port are refused: %s',
  (text) => {
    const faults = ['KAFKA_BROKERS must be host:port, or several with commas between them'];
    expect(() => read({ KAFKA_BROKERS: text })).toThrow(expect.objectContaining({ faults }));
  },
);

test('the event log in Postgres keeps events for an hour at least', () =>
  expect(() => read({ BUS_DATABASE_URL: 'postgres://db', BUS_RETENTION_HOURS: '0' })).toThrow('at least 1'));
