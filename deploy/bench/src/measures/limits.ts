import { hash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createLog } from '@assay/kit/log';
import { openPool, type Pool } from '@assay/kit/postgres/db';
import type { Closers } from '@assay/local/closers';
import type { Figure } from '../figures.ts';
import { startHelper } from '../helper.ts';
import type { PacedAnswers, PacedLoad } from '../helpers/paced-load.ts';
import { databaseUrlOf, startProduct, temporaryFolder } from '../installation.ts';
import type { Stage } from '../stage.ts';

const [WARM_UPS, ROUNDS] = [1, 3];
const PACE = {
  path: '/api/v1/me',
  connections: 64,
  perSecond: 2_000,
  durationMs: 3_000,
};
const KEYS = 8;
/** The small limit: its bucket gains nothing within a round, so each key gets exactly the burst through. */
const FEW = { perMinute: 1, burst: 25 };
const MANY = { perMinute: 100_000, burst: 10_000 };
/** The time within which a gateway knows new settings, in milliseconds. */
const HEARD_MS = 1_000;

/**
 * 2,000 requests a second over 64 connections, counted and uncounted: whether exactly the allowed requests succeed, and
 * how much counting adds.
 */
export async function measureLimits({ api, dataDir }: Stage, scope: Closers): Promise<Figure[]> {
  const limited = await temporaryFolder(scope);
  const { url: origin } = await startProduct(scope, limited, {
    RATE_LIMIT_PER_MINUTE: '60',
    RATE_LIMIT_MAX_PER_MINUTE: String(MANY.perMinute),
    RATE_LIMIT_MAX_BURST: String(MANY.burst),
  });
  const [free, counted] = [await openKeys(dataDir, scope), await openKeys(limited, scope)];
  const loader = startHelper(scope, 'paced-load');
  const send = (to: string, keys: string[]) =>
    loader.ask<PacedAnswers>({ ...PACE, origin: to, keys } satisfies PacedLoad);

  const rounds: Record<'off' | 'many' | 'few', PacedAnswers>[] = [];
  for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
    const off = await send(api.origin, await free.make(KEYS));
    await counted.allow(MANY);
    const many = await send(origin, await counted.make(KEYS));
    await counted.allow(FEW);
    const few = await send(origin, await counted.make(KEYS));
    if (round >= WARM_UPS) rounds.push({ off, many, few });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => rounds.map(pick);
  return [
    {
      name: 'answers at 2,000 requests/s, limits that let all through',
      unit: '/s',
      better: 'higher',
      product: of(({ many }) => many.answeredPerSecond),
      floor: of(({ off }) => off.answeredPerSecond),
      target: { of: 'ratio', limit: 0.95 },
    },
    {
      name: 'latency at 2,000 requests/s, limits that let all through',
      unit: 'ms',
      better: 'lower',
      product: of(({ many }) => many.medianMs),
      floor: of(({ off }) => off.medianMs),
      target: { of: 'ratio', limit: 1.5 },
    },
    {
      name: 'latency at 2,000 requests/s, limits that let few through',
      unit: 'ms',
      better: 'lower',
      product: of(({ few }) => few.medianMs),
      floor: of(({ off }) => off.medianMs),
      target: { of: 'ratio', limit: 1 },
    },
    {
      name: 'requests refused that might have passed',
      unit: 'requests',
      better: 'lower',
      product: of(({ many }) => many.refused),
      target: { of: 'product', limit: 0 },
    },
    {
      name: `requests too many or too few, of ${KEYS * FEW.burst} allowed`,
      unit: 'requests',
      better: 'lower',
      product: of(({ few }) => offBy(few)),
      target: { of: 'product', limit: 0 },
    },
  ];
}

/** The sum of the differences between the requests that succeeded and the requests that each key allows. */
const offBy = ({ passed }: PacedAnswers) => passed.reduce((sum, each) => sum + Math.abs(each - FEW.burst), 0);

interface Keys {
  make(count: number): Promise<string[]>;
  allow(limit: { perMinute: number; burst: number }): Promise<void>;
}

/** Makes keys in an installation's database, and sets the limits of a key. */
async function openKeys(dataDir: string, scope: Closers): Promise<Keys> {
  const pool = openPool(
    `${await databaseUrlOf(dataDir)}?options=${encodeURIComponent('-c search_path=catalog')}`,
    createLog('bench', 'warn'),
    { max: 1 },
  );
  scope.add({ stop: () => pool.end() });
  return { make: (count) => makeKeys(pool, count), allow: (limit) => allow(pool, limit) };
}

async function makeKeys(pool: Pool, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => `sk_${randomBytes(24).toString('hex')}`);
  await pool.query(
    `
    insert into api_keys (id, organization_id, user_id, name, hash, prefix)
    select 'key_' || encode(hash, 'hex'), organization_id, user_id, 'bench', hash, 'sk_bench' from memberships, unnest($1::bytea[]) as hash`,
    [keys.map((key) => hash('sha256', key, 'buffer'))],
  );
  return keys;
}

async function allow(pool: Pool, { perMinute, burst }: { perMinute: number; burst: number }): Promise<void> {
  await pool.query(
    `
    insert into organization_settings (organization_id, requests_per_minute, request_burst) select id, $1, $2 from organizations
    on conflict (organization_id) do update set requests_per_minute = excluded.requests_per_minute, request_burst = excluded.request_burst`,
    [perMinute, burst],
  );
  await pause(HEARD_MS);
}
