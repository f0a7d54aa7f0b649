import { metrics } from '@opentelemetry/api';
import { PrometheusReader } from '@assay/kit/telemetry/prometheus-reader';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { observeOpenWork } from '@assay/work/service/observe-open-work';
import { database, lease, makeFor } from '../support/work-fixture.ts';

const reader = new PrometheusReader({ port: 0 });
let provider: MeterProvider;
beforeAll(() => {
  provider = new MeterProvider({ readers: [reader] });
  metrics.setGlobalMeterProvider(provider);
});
afterAll(async () => {
  metrics.disable();
  await provider.shutdown();
});

/** The values of a metric, by kind and labels. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const { resourceMetrics } = await reader.collect();
  const points = resourceMetrics.scopeMetrics
    .flatMap((scope) => scope.metrics)
    .find(({ descriptor }) => descriptor.name === name)!.dataPoints;
  return Object.fromEntries(
    points.map(({ attributes, value }) => [
      `${String(attributes['kind'])}/${String(attributes['labels'])}`,
      value as number,
    ]),
  );
}

test('metrics tell the open work by kind and labels, and zero for kinds without any', async () => {
  await makeFor('prj', ['a', 'b'], 'think');
  await makeFor('prj', ['c'], 'think', { labels: ['gpu', 'lab'] });
  await lease('r1', 1);
  const observed = observeOpenWork(database.pool, ['think', 'dream']);
  expect(await valuesOf('assay.work.waiting')).toEqual({ 'think/': 1, 'think/gpu,lab': 1, 'dream/': 0 });
  expect(await valuesOf('assay.work.held')).toEqual({ 'think/': 1, 'think/gpu,lab': 0, 'dream/': 0 });
  expect(await valuesOf('assay.work.oldest.age_seconds')).toMatchObject({ 'dream/': 0 });
  observed.stop();
});

test('several collectors that ask at one moment count the open work once', async () => {
  let counts = 0;
  const db = {
    query: (...args: unknown[]) => (counts++, (database.pool.query as (...all: unknown[]) => unknown)(...args)),
  };
  const observed = observeOpenWork(db as never, ['think']);
  await Promise.all([reader.collect(), reader.collect(), reader.collect()]);
  await reader.collect();
  expect(counts).toBe(1);
  observed.stop();
});
