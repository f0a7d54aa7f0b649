import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { dial, type Channel } from '@assay/kit/rpc/client';
import { createLog } from '@assay/kit/log';
import { serve, type RunningServer } from '@assay/kit/rpc/serve';
import { inSpan } from '@assay/kit/telemetry/telemetry';
import { recordSpans } from '@assay/testkit/recorded-spans';
import { SharedLimits } from '../../src/limits/shared-limits.ts';
import type { RequestBucket } from '../../src/limits/request-buckets.ts';
import { limitCounter } from './limit-counter.ts';

const spans = recordSpans();
const log = createLog('test', 'silent');
const { service, taken } = limitCounter();
let catalog: RunningServer;
let channel: Channel;
let limits: SharedLimits;

beforeAll(async () => {
  catalog = await serve({ name: 'catalog', address: '127.0.0.1:0', meshSecret: 's', log, implementations: [service] });
  channel = dial(catalog.address, 's', 'gateway');
  limits = new SharedLimits(channel, log, 20_000);
});
beforeEach(() => {
  taken.length = 0;
});
afterAll(async () => {
  channel.close();
  await catalog.stop();
  spans.stop();
});

const bucket = (whose: string): RequestBucket => ({ policy: 'key', whose, limit: { perMinute: 60, burst: 10 } });

test('concurrent requests are counted in batches of limited size', async () => {
  const shares = await Promise.all(
    Array.from({ length: 600 }, async (_, i) => limits.take({ buckets: [bucket(`batch ${i}`)] })),
  );
  expect(shares.flat().filter(({ granted }) => granted)).toHaveLength(600);
  expect(taken.map(({ buckets }) => buckets.length)).toEqual([256, 256, 88]);
});

test('a too long bucket name does not fail the other requests of its batch', async () => {
  const asked = ['a', 'x'.repeat(300), 'b'].map(async (whose) => limits.take({ buckets: [bucket(whose)] }));
  expect(await Promise.allSettled(asked)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'VALIDATION_ERROR' } },
    { status: 'fulfilled' },
  ]);
  expect(taken.flatMap(({ buckets }) => buckets.map(({ bucket: name }) => name))).toEqual(['key a', 'key b']);
});

test("a batch belongs to no request's trace", async () => {
  spans.forget();
  await inSpan('a request', SpanKind.SERVER, {}, ROOT_CONTEXT, async () =>
    limits.take({ buckets: [bucket('traced')] }),
  );
  expect(taken).toHaveLength(1);
  expect(spans.all().map(({ name }) => name)).toEqual(['a request']);
});
