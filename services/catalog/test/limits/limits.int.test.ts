import {
  LimitsService,
  type BrakeAsk,
  type BucketAsk,
  type BucketTaken,
  type GiveBackRequest,
} from '@assay/mesh/gen/assay/v1/limits';
import type { Caller } from '@assay/kit/security/caller';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let catalog: TestCatalog;
let now = new Date('2026-03-01T23:00:00Z');
const GATEWAY: Caller = { requestId: 'req_test', service: 'gateway' };

beforeAll(async () => {
  catalog = await startTestCatalog({ now: () => now });
});
afterAll(() => catalog.stop());
beforeEach(async () => {
  now = new Date('2026-03-01T23:00:00Z');
  await catalog.pool.query('truncate rate_buckets');
  await catalog.pool.query('delete from organization_settings');
});

const launches = (count: number, changes: Partial<BrakeAsk> = {}): BrakeAsk => ({
  organizationId: catalog.organizationId,
  brake: 'launches',
  count,
  ...changes,
});
const key = (count: number): BucketAsk => ({ bucket: 'key a', count, perMinute: 60, burst: 10 });
const take = (asks: { buckets?: BucketAsk[]; brakes?: BrakeAsk[] }, caller = GATEWAY) =>
  catalog.mesh.call(LimitsService.take, { buckets: [], brakes: [], ...asks }, { caller });
const grantsOf = async (...brakes: BrakeAsk[]) =>
  (await take({ brakes })).brakes.map(({ minute, day }) => [minute!.granted, day!.granted]);
const setBrakes = (brakes: object) =>
  catalog.pool.query(
    'insert into organization_settings (organization_id, brakes) values ($1, $2) on conflict (organization_id) do update set brakes = excluded.brakes',
    [catalog.organizationId, brakes],
  );

test('a request counts against key, minute and day at once, each with its own answer', async () => {
  const { buckets, brakes } = await take({ buckets: [key(12)], brakes: [launches(61)] });
  expect(buckets).toEqual([
    {
      granted: 10,
      remaining: 0,
      retryAfterMs: 1_000,
      resetAfterMs: 10_000,
      resetsAtMs: now.getTime() + 10_000,
      capacity: 10,
      fullBeforeUs: now.getTime() * 1_000,
    },
  ]);
  expect(brakes).toEqual([
    {
      minute: {
        granted: 60,
        remaining: 0,
        retryAfterMs: 1_000,
        resetAfterMs: 60_000,
        resetsAtMs: now.getTime() + 60_000,
        capacity: 60,
        fullBeforeUs: now.getTime() * 1_000,
      },
      day: {
        granted: 61,
        remaining: 4_939,
        retryAfterMs: 0,
        resetAfterMs: 3_600_000,
        resetsAtMs: Date.parse('2026-03-02T00:00:00Z'),
        capacity: 5_000,
        fullBeforeUs: Date.parse('2026-03-01T00:00:00Z') * 1_000,
      },
    },
  ]);
});

test('an organization has its own brakes, and the defaults for the others', async () => {
  await setBrakes({ launches: { perDay: 3 }, insights: { perMinute: 2 } });
  expect(
    await grantsOf(
      launches(70),
      launches(30, { brake: 'insights' }),
      launches(30, { brake: 'generation' }),
      launches(70, { organizationId: 'org_other' }),
    ),
  ).toEqual([
    [60, 3],
    [2, 30],
    [20, 30],
    [60, 70],
  ]);
});

test('changed settings apply to the next request', async () => {
  await setBrakes({ launches: { perDay: 3 } });
  expect(await grantsOf(launches(5))).toEqual([[5, 3]]);
  await setBrakes({ launches: { perDay: 4 } });
  expect(await grantsOf(launches(5))).toEqual([[5, 1]]);
});

describe('a give-back', () => {
  const giveBack = (returns: Partial<GiveBackRequest>) =>
    catalog.mesh.call(LimitsService.giveBack, { buckets: [], brakes: [], ...returns }, { caller: GATEWAY });
  const ofBrake = (period: string, count: number, { fullBeforeUs = 0 }: Partial<BucketTaken> = {}) => ({
    organizationId: catalog.organizationId,
    brake: 'launches',
    period,
    count,
    fullBeforeUs,
  });

  test('returns tokens of the minute, the day and a bucket', async () => {
    await setBrakes({ launches: { perDay: 60 } });
    const {
      brakes: [taken],
      buckets: [own],
    } = await take({ buckets: [key(10)], brakes: [launches(60)] });
    await giveBack({
      buckets: [{ bucket: 'key a', count: 4, fullBeforeUs: own!.fullBeforeUs }],
      brakes: [ofBrake('day', 2, taken!.day), ofBrake('minute', 1, taken!.minute)],
    });
    expect(await grantsOf(launches(5))).toEqual([[1, 2]]);
    expect((await take({ buckets: [key(10)] })).buckets).toMatchObject([{ granted: 4 }]);
  });

  test('does not prolong a day that has begun since', async () => {
    await setBrakes({ launches: { perMinute: 100, perDay: 3 } });
    const {
      brakes: [taken],
    } = await take({ brakes: [launches(3)] });
    now = new Date('2026-03-02T00:00:00Z');
    expect(await grantsOf(launches(5))).toEqual([[5, 3]]);
    await giveBack({ brakes: [ofBrake('day', 3, taken!.day)] });
    expect(await grantsOf(launches(1))).toEqual([[1, 0]]);
  });

  test('of an unknown brake changes nothing, and does not block others', async () => {
    const {
      brakes: [taken],
    } = await take({ brakes: [launches(60)] });
    await giveBack({ brakes: [{ ...ofBrake('minute', 1), brake: 'lunches' }, ofBrake('minute', 1, taken!.minute)] });
    expect(await grantsOf(launches(5))).toEqual([[1, 5]]);
  });
});

test('an unknown brake of a newer gateway is answered without values', async () => {
  const { buckets, brakes } = await take({
    buckets: [key(1)],
    brakes: [launches(1), launches(1, { brake: 'lunches' }), launches(1, { brake: 'insights' })],
  });
  expect([buckets, brakes]).toMatchObject([
    [{ granted: 1 }],
    [
      { minute: { granted: 1, capacity: 60 }, day: { granted: 1 } },
      {},
      { minute: { granted: 1, capacity: 20 }, day: { granted: 1, capacity: 500 } },
    ],
  ]);
  expect(brakes[1]).toEqual({ minute: undefined, day: undefined });
});

test.each<[string, () => Promise<unknown>, object]>([
  [
    'a bucket whose name is longer than any',
    () => take({ buckets: [key(1), { ...key(1), bucket: 'x'.repeat(201) }] }),
    { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/bucket', message: expect.any(String) }] } },
  ],
  [
    'less than nothing',
    () => take({ buckets: [key(-1)] }),
    { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/count', message: expect.any(String) }] } },
  ],
  [
    'less than nothing of a brake',
    () => take({ brakes: [launches(-1)] }),
    { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/count', message: expect.any(String) }] } },
  ],
  ['a caller that is not a gateway', () => take({ buckets: [key(1)] }, catalog.ada), { code: 'FORBIDDEN' }],
  [
    'a give-back by a caller that is not a gateway',
    () => catalog.mesh.call(LimitsService.giveBack, { buckets: [], brakes: [] }, { caller: catalog.ada }),
    { code: 'FORBIDDEN' },
  ],
])('refuses %s, and takes nothing', async (_, ask, problem) => {
  await expect(ask()).rejects.toMatchObject(problem);
  expect((await catalog.pool.query('select from rate_buckets')).rowCount).toBe(0);
});
