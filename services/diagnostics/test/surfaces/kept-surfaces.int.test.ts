import { randomBytes } from 'node:crypto';
import { given } from '@assay/contract/given';
import { openPool, rows, sql, transaction, type Tx } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import { insertPurge } from '@assay/kit/postgres/purge';
import { waitUntil } from '@assay/testkit/until';
import { storeSurface } from '../../src/actions/surfaces/store-surface.ts';
import type { ServerAddress } from '../../src/domain/servers/server-address.ts';
import { recordSurface } from '../../src/actions/surfaces/record-surface.ts';
import { forgetServer } from '../../src/store/servers/forget-server.ts';
import { awaitSurfaces, dropOldSurfaces } from '../../src/store/surfaces/surfaces.ts';
import {
  changing,
  stopSurfaceFixture,
  history,
  surfaceFixture,
  startSurfaceFixture,
  surface,
  tool,
} from './surface-fixture.ts';

beforeAll(startSurfaceFixture);
afterAll(stopSurfaceFixture);

test('a change that several replicas see at once is stored once', async () => {
  const at = { projectId: surfaceFixture.projectId, serverId: 'srv_seen_at_once' };
  const see = (name: string) =>
    Promise.all(Array.from({ length: 8 }, () => storeSurface(surfaceFixture.pool, at, surface([tool(name)]))));
  await see('a');
  await see('b');
  const periods = await rows<{ timesSeen: number; breaking: number | null }>(
    surfaceFixture.pool,
    sql`select times_seen, breaking from surface_periods where server_id = ${at.serverId} order by place`,
  );
  expect(periods).toEqual([
    { timesSeen: 1, breaking: null },
    { timesSeen: 1, breaking: 1 },
  ]);
});

test('a repeated surface counts once a minute, content is stored once, and 200 periods are kept', async () => {
  const at = surfaceFixture.save(changing.url);
  const count = async (table: 'surface_periods' | 'surface_bodies') =>
    Number(
      (
        await surfaceFixture.pool.query<{ count: string }>(`select count(*) from ${table} where server_id = $1`, [
          at.serverId,
        ])
      ).rows[0]!.count,
    );
  await storeSurface(surfaceFixture.pool, at, surface([tool('a')]));
  await storeSurface(surfaceFixture.pool, at, surface([tool('a')]));
  await surfaceFixture.pool.query(
    sql`update surface_periods set last_seen_at = last_seen_at - interval '61 seconds' where server_id = ${at.serverId}`,
  );
  await storeSurface(surfaceFixture.pool, at, surface([tool('a')]));
  expect((await history(at)).items).toMatchObject([{ timesSeen: 2 }]);
  for (let i = 1; i <= 200; i++) await storeSurface(surfaceFixture.pool, at, surface([tool(i % 2 ? 'b' : 'c')]));
  expect([await count('surface_periods'), await count('surface_bodies')]).toEqual([200, 2]);

  const seen: string[] = [];
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await history(at, { limit: '90', ...given({ cursor }) });
    seen.push(...items.map(({ surfaceId }) => surfaceId));
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  expect([seen.length, new Set(seen).size]).toEqual([200, 200]);
  await expect(history(surfaceFixture.save(changing.url), { cursor: 'x' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });

  await transaction(surfaceFixture.pool, (tx) => forgetServer(tx, at.serverId));
  expect([await count('surface_periods'), await count('surface_bodies')]).toEqual([0, 0]);
});

test.each([
  ['server', (tx: Tx, at: ServerAddress) => forgetServer(tx, at.serverId)],
  [
    'project',
    async (tx: Tx, at: ServerAddress) => {
      await awaitSurfaces(tx, at.projectId);
      await insertPurge(tx, 'project', at.projectId);
    },
  ],
])('the surfaces of a server are deleted when its %s is deleted, also in the same moment', async (what, forget) => {
  const at = { projectId: `prj_gone_with_${what}`, serverId: `srv_gone_with_${what}` };
  await storeSurface(surfaceFixture.pool, at, surface([tool('a')]));
  let late: Promise<void> | undefined;
  await transaction(surfaceFixture.pool, async (tx) => {
    await forget(tx, at);
    late = storeSurface(surfaceFixture.pool, at, surface([tool('b')]));
    await waitUntil(
      async () =>
        (await rows(surfaceFixture.pool, sql`select 1 from pg_locks where locktype = 'advisory' and not granted`))
          .length > 0,
    );
  });
  await late;
  const bodies = () => rows(surfaceFixture.pool, sql`select hash from surface_bodies where server_id = ${at.serverId}`);
  await waitUntil(async () => (await bodies()).length === 0);
  await storeSurface(surfaceFixture.pool, at, surface([tool('c')]));
  expect(await bodies()).toEqual([]);
});

test('a reading that began before a newer one was stored is dropped', async () => {
  const at = { projectId: surfaceFixture.projectId, serverId: 'srv_read_slowly' };
  const began = performance.now() - 60_000;
  await storeSurface(surfaceFixture.pool, at, surface([tool('new')]));
  await storeSurface(surfaceFixture.pool, at, surface([tool('old')]), began);
  expect(
    await rows(surfaceFixture.pool, sql`select 1 from surface_periods where server_id = ${at.serverId}`),
  ).toHaveLength(1);
});

test('the stored surfaces of a server are bounded in bytes, and an oversized one is not stored', async () => {
  const at = { projectId: surfaceFixture.projectId, serverId: 'srv_large' };
  const kept = () =>
    rows<{ hash: string }>(
      surfaceFixture.pool,
      sql`select hash from surface_periods where server_id = ${at.serverId} order by place`,
    );
  await storeSurface(surfaceFixture.pool, at, surface([tool('a', { description: 'x'.repeat(4 * 1024 * 1024) })]));
  expect(await kept()).toEqual([]);
  for (const name of ['a', 'b', 'c'])
    await storeSurface(
      surfaceFixture.pool,
      at,
      surface([tool(name, { description: randomBytes(1024).toString('hex') })]),
    );
  const [, , newest] = await kept();
  await transaction(surfaceFixture.pool, (tx) => dropOldSurfaces(tx, at.serverId, { periods: 200, bytes: 2_500 }));
  const left = await kept();
  expect([left.length < 3, left.length > 0, left.at(-1)]).toEqual([true, true, newest]);
});

test('a reading that cannot be stored does not fail', async () => {
  const warned: unknown[] = [];
  const log = Object.assign(createLog('test', 'silent'), { warn: (...line: unknown[]) => warned.push(line) });
  const pool = openPool('postgres://127.0.0.1:1/nowhere', log);
  recordSurface(
    { pool, log },
    { projectId: surfaceFixture.projectId, serverId: 'srv_1' },
    surface([]),
    performance.now(),
  );
  await waitUntil(() => warned.length > 0);
  expect(warned).toMatchObject([[{ serverId: 'srv_1' }, 'a surface was not recorded']]);
  await pool.end();
});
