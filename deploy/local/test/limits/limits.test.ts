import { isSlowRun } from '@assay/testkit/slow-run';
import { waitUntil } from '@assay/testkit/until';
import { startReplicas, type Replicas } from './replicas.ts';

const BURST = 30;
/** The keys of a load, and the requests of each; their buckets are used up in the first 30. */
const [KEYS, EACH] = isSlowRun ? [20, 500] : [8, 120];
/** The refused requests that show that a bucket stays empty. */
const REFUSALS = isSlowRun ? 300 : 60;
/** A Node process whose clock is a minute fast. */
const FAST = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent('const now=Date.now;Date.now=()=>now()+60000')}`,
};

let replicas: Replicas;
// The bucket gains one in a minute, which is longer than a test takes.
beforeAll(async () => {
  replicas = await startReplicas({ RATE_LIMIT_PER_MINUTE: '1', RATE_LIMIT_BURST: String(BURST) }, [{}, {}, FAST]);
}, 180_000);
afterAll(() => replicas.stop());

let next = 0;
/** The status of a request to each gateway in turn. */
async function statusOf(key: string): Promise<number> {
  const response = await ask(replicas.origins[next++ % replicas.origins.length]!, key);
  await response.arrayBuffer();
  return response.status;
}

const ask = (origin: string, key: string) =>
  fetch(`${origin}/organizations`, { headers: { authorization: `Bearer ${key}` } });

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
const sentOf = (answers: Record<number, number>) => sum(Object.values(answers));
/** Requests that failed because the machine stalled: whether they were counted is not known. */
const unknownOf = ({ 200: _passed, 429: _refused, ...failed }: Record<number, number>) => sentOf(failed);
/** How much a bucket has gained since then: nothing, unless the machine is very slow. */
const gainedSince = (startedAt: number) => Math.floor((performance.now() - startedAt) / 60_000);

/**
 * By how many the passed requests differ from `allowed` plus the gain of the bucket; each failed request may be one of
 * them.
 */
function beside(allowed: number, answers: Record<number, number>, startedAt: number): number {
  const { 200: passed = 0 } = answers;
  return Math.max(0, passed - allowed - gainedSince(startedAt)) + Math.min(0, passed - allowed + unknownOf(answers));
}

/** Sends `count` requests of each key, 64 at a time, and counts the answers of each key by their status. */
async function load(keys: string[], count: number): Promise<Record<number, number>[]> {
  const answers = keys.map((): Record<number, number> => ({}));
  let sent = 0;
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (sent < keys.length * count) {
        const of = sent++ % keys.length;
        const status = await statusOf(keys[of]!);
        answers[of]![status] = (answers[of]![status] ?? 0) + 1;
      }
    }),
  );
  return answers;
}

const setLimit = (burst: number) =>
  replicas.pool.query(
    `
  insert into organization_settings (organization_id, requests_per_minute, request_burst) select id, 1, $1 from organizations
  on conflict (organization_id) do update set request_burst = excluded.request_burst`,
    [burst],
  );
afterEach(() => replicas.pool.query('delete from organization_settings'));

test('three gateways, one with a wrong clock, pass exactly the allowed requests of each key', async () => {
  const startedAt = performance.now();
  const answers = await load(await replicas.keys(KEYS), EACH);
  expect(answers.map(sentOf)).toEqual(answers.map(() => EACH));
  expect(answers.map((each) => beside(BURST, each, startedAt))).toEqual(answers.map(() => 0));
  expect(sum(answers.map(unknownOf))).toBeLessThan((KEYS * EACH) / 10);
}, 240_000);

test('a limit that changes under load passes exactly the requests that it allows', async () => {
  const [key = ''] = await replicas.keys(1);
  const startedAt = performance.now();
  const seen: Record<number, number> = {};
  const over = new AbortController();
  const flow = Promise.all(
    Array.from({ length: 6 }, async () => {
      while (!over.signal.aborted) {
        const status = await statusOf(key);
        seen[status] = (seen[status] ?? 0) + 1;
      }
    }),
  );
  const refusedAnew = async () => {
    const before = seen[429] ?? 0;
    await waitUntil(() => (seen[429] ?? 0) > before + REFUSALS, 20_000);
  };
  const isUsedUp = (allowed: number) => (seen[200] ?? 0) >= allowed - unknownOf(seen);
  await waitUntil(() => isUsedUp(BURST), 20_000);
  await refusedAnew();
  expect(beside(BURST, seen, startedAt)).toBe(0);
  await setLimit(100);
  await waitUntil(() => isUsedUp(100), 20_000);
  await refusedAnew();
  await setLimit(10);
  await refusedAnew();
  over.abort();
  await flow;
  expect(beside(100, seen, startedAt)).toBe(0);
});

describe('while counting fails', () => {
  const refused = async (key: string) => {
    const response = await ask(replicas.origins[0]!, key);
    return [response.status, response.headers.get('retry-after'), ((await response.json()) as { code: string }).code];
  };

  test('because the buckets are locked no request passes, and no refused request is counted later', async () => {
    const startedAt = performance.now();
    const [key = ''] = await replicas.keys(1);
    expect(await statusOf(key)).toBe(200);
    const holder = await replicas.pool.connect();
    await holder.query('begin');
    await holder.query('lock table rate_buckets in access exclusive mode');
    expect(await refused(key)).toEqual([503, '1', 'UNAVAILABLE']);
    // It is counted while it waits for the lock, which may last a moment longer than its request.
    await waitUntil(
      async () =>
        (
          await replicas.pool.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'catalog limits'`,
          )
        ).rowCount === 0,
      20_000,
    );
    await holder.query('rollback');
    holder.release();
    const [answers = {}] = await load([key], 100);
    expect(beside(BURST - 1, answers, startedAt)).toBe(0);
    expect(answers[429]).toBeGreaterThan(0);
  });

  test('because the catalog is gone no request passes, and an empty bucket is still empty later', async () => {
    const startedAt = performance.now();
    const [spent = '', fresh = ''] = await replicas.keys(2);
    await load([spent], 100);
    await replicas.killCatalog();
    expect(await refused(fresh)).toEqual([503, '1', 'UNAVAILABLE']);
    replicas.startCatalog();
    await Promise.all(replicas.origins.map((origin) => waitUntil(async () => (await ask(origin, fresh)).ok, 30_000)));
    const [answers = {}] = await load([spent], 60);
    expect(answers[200] ?? 0).toBeLessThanOrEqual(gainedSince(startedAt));
    expect(answers[429]).toBeGreaterThan(0);
  });
});
