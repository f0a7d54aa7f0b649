import fc from 'fast-check';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { intervalUsOf } from '../../src/domain/limits/rate-ask.ts';
import type { RateAsk } from '../../src/domain/limits/rate-ask.ts';
import { deleteFullBuckets, giveBack, takeTokens } from '../../src/store/limits/rate-buckets.ts';
import { catalogMigrations } from '../support/start.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ folders: catalogMigrations });
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('truncate rate_buckets'));

const key = (count: number, changes: object = {}): RateAsk => ({
  bucket: 'key a',
  count,
  perMinute: 60,
  burst: 10,
  ...changes,
});
const day = (count: number, perDay = 5): RateAsk => ({ bucket: 'launches day org_1', count, perDay });
const at = (text: string) => new Date(`2026-03-01T${text}Z`);
const one = async (ask: RateAsk, now?: Date) => (await takeTokens(database.pool, [ask], now))[0]!;
const grants = (asks: [RateAsk, string][]) =>
  asks.reduce(
    async (before, [ask, now]) => [...(await before), (await one(ask, at(now))).granted],
    Promise.resolve<number[]>([]),
  );

test.each<[string, [RateAsk, string][], number[]]>([
  [
    'a burst, as far as it goes, and no more',
    [
      [key(12), '10:00:00'],
      [key(1), '10:00:00'],
    ],
    [10, 0],
  ],
  [
    'one each interval after that',
    [
      [key(10), '10:00:00'],
      [key(1), '10:00:00.999'],
      [key(1), '10:00:01'],
      [key(5), '10:00:04'],
    ],
    [10, 0, 1, 3],
  ],
  [
    'a refusal costs nothing',
    [
      [key(10), '10:00:00'],
      [key(50), '10:00:00.5'],
      [key(1), '10:00:01'],
    ],
    [10, 0, 1],
  ],
  [
    'a full bucket after a pause, and not more than full',
    [
      [key(10), '10:00:00'],
      [key(11), '11:00:00'],
    ],
    [10, 10],
  ],
  [
    'a clock that goes back gives nothing, and takes nothing',
    [
      [key(9), '10:00:00'],
      [key(2), '09:59:59'],
      [key(1), '10:00:01'],
    ],
    [9, 0, 1],
  ],
  [
    'a limit that is raised opens at once as far as it goes',
    [
      [key(10), '10:00:00'],
      [key(5, { burst: 12 }), '10:00:00'],
    ],
    [10, 2],
  ],
  [
    'one that is lowered holds until what was taken is paid',
    [
      [key(10), '10:00:00'],
      [key(5, { burst: 2 }), '10:00:08'],
      [key(5, { burst: 2 }), '10:00:09'],
    ],
    [10, 0, 1],
  ],
  [
    'a day, as far as it goes',
    [
      [day(3), '10:00:00'],
      [day(3), '23:59:59.999'],
      [day(1), '23:59:59.999'],
    ],
    [3, 2, 0],
  ],
  [
    'a new day at midnight of UTC',
    [
      [day(5), '23:59:59.999'],
      [day(9), '24:00:00'],
    ],
    [5, 5],
  ],
  [
    'a raised budget opens on the same day',
    [
      [day(5), '10:00:00'],
      [day(9, 7), '10:00:00'],
    ],
    [5, 2],
  ],
])('%s', async (_, asks, expected) => expect(await grants(asks)).toEqual(expected));

test('a used-up day says when it resets', async () => {
  expect(await one(day(6), at('22:30:00'))).toEqual({
    granted: 5,
    remaining: 0,
    retryAfterMs: 5_400_000,
    resetAfterMs: 5_400_000,
    resetsAt: Date.parse('2026-03-02T00:00:00Z'),
    fullBeforeUs: at('00:00:00').getTime() * 1_000,
  });
});

test('the time zone of a connection changes no day', async () => {
  await using held = await connection();
  await held.query("set timezone to 'Pacific/Kiritimati'");
  expect((await takeTokens(held, [day(1)], at('12:00:00')))[0]).toMatchObject({
    resetsAt: Date.parse('2026-03-02T00:00:00Z'),
  });
});

describe('a give-back', () => {
  const taken = async (ask: RateAsk, time: string) => ({
    ...ask,
    fullBeforeUs: (await one(ask, at(time))).fullBeforeUs,
  });

  test('returns the tokens', async () => {
    const [ofKey, ofDay] = [await taken(key(10), '10:00:00'), await taken(day(5), '10:00:00')];
    await giveBack(
      database.pool,
      [
        { ...ofKey, count: 3 },
        { ...ofDay, count: 1 },
        { ...ofDay, count: 1 },
      ],
      at('10:00:00'),
    );
    expect(
      await grants([
        [key(10), '10:00:00'],
        [day(5), '10:00:00'],
      ]),
    ).toEqual([3, 2]);
  });

  test('does not return tokens to the next day', async () => {
    const midnight = new Date('2026-03-02T00:00:00Z');
    const ofDay = await taken(day(5), '23:59:59');
    await one(day(5), midnight);
    await giveBack(database.pool, [ofDay], midnight);
    expect(await one(day(1), midnight)).toMatchObject({ granted: 0 });
  });

  test('returns the tokens until the bucket was full in between', async () => {
    const early = await taken(key(1), '10:00:00');
    await one(key(9), at('10:00:00.5'));
    await giveBack(database.pool, [early], at('10:00:05'));
    expect(await grants([[key(10), '10:00:05']])).toEqual([6]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['by its own rate', async () => undefined],
    [
      'because the others of its batch gave back what they had',
      async () =>
        giveBack(database.pool, [{ ...key(9), fullBeforeUs: at('10:00:00').getTime() * 1_000 }], at('10:00:00.1')),
    ],
  ])('returns nothing to a bucket that has been full since, %s', async (_, fill) => {
    const early = await taken(key(10), '10:00:00');
    await fill();
    await one(key(10), at('10:00:10'));
    await giveBack(database.pool, [{ ...early, count: 1 }], at('10:00:10'));
    expect(await grants([[key(1), '10:00:10']])).toEqual([0]);
  });
});

/** The rule as published: a token is due one interval after the last, and may come up to `burst` tokens early. */
class Model {
  readonly #due = new Map<string, number>();

  take(ask: Extract<RateAsk, { burst: number }>, nowUs: number): number {
    const intervalUs = intervalUsOf(ask)!;
    let granted = 0;
    for (
      let next = Math.max(this.#due.get(ask.bucket) ?? 0, nowUs) + intervalUs;
      granted < ask.count && next <= nowUs + ask.burst * intervalUs;
      next += intervalUs
    ) {
      this.#due.set(ask.bucket, next);
      granted++;
    }
    return granted;
  }
}

const anAsk = fc.record({
  bucket: fc.constantFrom('a', 'b', 'c', 'd'),
  count: fc.integer({ min: 1, max: 8 }),
  perMinute: fc.integer({ min: 1, max: 900 }),
  burst: fc.integer({ min: 1, max: 12 }),
});

test('the statement grants what the rule grants, at any time and under any limits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anAsk, fc.integer({ min: -50, max: 9_000 })), { minLength: 1, maxLength: 12 }),
      async (steps) => {
        await database.pool.query('truncate rate_buckets');
        const model = new Model();
        let now = at('10:00:00').getTime();
        for (const [ask, laterMs] of steps) {
          now += laterMs;
          expect((await one(ask, new Date(now))).granted).toBe(model.take(ask, now * 1_000));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('concurrent batches over the same buckets get in total what sequential ones would', async () => {
  const limits = { perMinute: 60, burst: 10 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(fc.record({ bucket: fc.constantFrom('a', 'b', 'c', 'd'), count: fc.integer({ min: 1, max: 4 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        { minLength: 8, maxLength: 24 },
      ),
      async (batches) => {
        await database.pool.query('truncate rate_buckets');
        const asks = batches.flat();
        const taken = (
          await Promise.all(
            batches.map((batch) =>
              takeTokens(
                database.pool,
                batch.map((ask) => ({ ...ask, ...limits })),
                at('10:00:00'),
              ),
            ),
          )
        ).flat();
        for (const bucket of new Set(asks.map((ask) => ask.bucket))) {
          const sumOf = (count: (i: number) => number) =>
            asks.reduce((sum, ask, i) => sum + (ask.bucket === bucket ? count(i) : 0), 0);
          expect(sumOf((i) => taken[i]!.granted)).toBe(
            Math.min(
              limits.burst,
              sumOf((i) => asks[i]!.count),
            ),
          );
        }
      },
    ),
    { numRuns: 40 },
  );
});

async function connection() {
  const client = await database.pool.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: async () => client.release(true) });
}

test('an ask that waited for a locked bucket gets the tokens refilled meanwhile', async () => {
  await one(key(1, { perMinute: 600, burst: 1 }));
  await using holder = await connection();
  await holder.query('begin');
  await holder.query("select from rate_buckets where bucket = 'key a' for update");
  const waiting = one(key(1, { perMinute: 600, burst: 1 }));
  await waitUntil(async () => (await database.pool.query('select from pg_locks where not granted')).rowCount! > 0);
  await waitUntil(
    async () =>
      (await database.pool.query('select from rate_buckets where full_at < clock_timestamp()')).rowCount === 1,
  );
  await holder.query('commit');
  expect(await waiting).toMatchObject({ granted: 1 });
});

test('only full buckets that are not locked are deleted', async () => {
  await takeTokens(database.pool, [key(1, { bucket: 'full' }), key(1, { bucket: 'held' })], at('10:00:00'));
  await one(key(10, { bucket: 'empty', perMinute: 1 }));
  await using holder = await connection();
  await holder.query('begin');
  await holder.query("select from rate_buckets where bucket = 'held' for update");
  expect(await deleteFullBuckets(database.pool, 100)).toBe(1);
  await holder.query('rollback');
  expect(
    (await database.pool.query<{ bucket: string }>('select bucket from rate_buckets order by bucket')).rows,
  ).toEqual([{ bucket: 'empty' }, { bucket: 'held' }]);
});
