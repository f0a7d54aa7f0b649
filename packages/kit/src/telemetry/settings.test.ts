import { readEnv } from '../env.ts';
import { telemetrySettings } from './settings.ts';

const read = (env: Record<string, string>) => readEnv(env, telemetrySettings);
const [ALL, TRACES, METRICS] = ['', 'TRACES_', 'METRICS_'].map((signal) => `OTEL_EXPORTER_OTLP_${signal}ENDPOINT`);

test('signals are sent where a collector is set for both, or for one of them', () => {
  const sent = (env: Record<string, string>) => {
    const { sendsTraces, metricsSending } = read(env);
    return [sendsTraces, metricsSending !== undefined];
  };
  expect(sent({})).toEqual([false, false]);
  expect(sent({ [ALL!]: 'http://me:word@collector:4318' })).toEqual([true, true]);
  expect(sent({ [TRACES!]: 'https://collector/v1/traces?key=1' })).toEqual([true, false]);
  expect(sent({ [METRICS!]: 'https://collector/v1/metrics' })).toEqual([false, true]);
});

test.each([ALL!, TRACES!, METRICS!])('%s must be a URL', (name) => {
  for (const text of ['notaurl', 'collector:4318', 'grpc://collector:4317'])
    expect(() => read({ [name]: text })).toThrow(`${name} must be an http or https URL`);
});
