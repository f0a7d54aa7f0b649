import { openPool, rows, sql, type Pool } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import type { Closers } from '@assay/local/closers';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, type Figure } from '../figures.ts';
import { startHelper } from '../helper.ts';
import type { HttpLoad } from '../helpers/http-load.ts';
import { databaseUrlOf } from '../installation.ts';
import { startReadFloor } from '../read-floor.ts';
import type { Stage } from '../stage.ts';

const ROUNDS = { warmUps: 2, rounds: 7 };
const READS = { warmUps: 5, rounds: 25 };
const DURATION_MS = 250;
const CONNECTIONS = [1, 16];
const [PAGE, MANY] = [200, 1_000];
const QUERIES = { environment: 'select * from environments.environments where id = $1' };

/**
 * Resolving an environment, compared with one Express route with one gRPC hop and the environment's row; the first page
 * of 1,000 environments, compared with a page of as many rows.
 */
export async function measureEnvironments(stage: Stage, scope: Closers): Promise<Figure[]> {
  const { api, dataDir } = stage;
  const pool = openPool(await databaseUrlOf(dataDir), createLog('bench', 'warn'), { max: 1 });
  scope.add({ stop: () => pool.end() });
  return [...(await measureResolve(stage, scope)), await measureList({ api }, pool)];
}

async function measureResolve(stage: Stage, scope: Closers): Promise<Figure[]> {
  const { api, everything } = stage;
  const loader = startHelper(scope, 'http-load');
  const project = `/projects/${api.projectId}`;
  const client = await api.json<{ id: string }>('POST', `${project}/clients`, { name: 'bench', template: 'assay' });
  const group = await api.json<{ id: string }>('POST', `${project}/server-groups`, {
    name: 'bench',
    serverIds: [everything.serverId],
  });
  const { id } = await api.json<{ id: string }>('POST', `${project}/environments`, {
    name: 'bench',
    hostId: client.id,
    serverAttachmentId: group.id,
  });
  const origin = await startReadFloor(stage, scope, QUERIES);
  const latency = (from: string, path: string, connections: number) =>
    loader.ask<number>({
      origin: from,
      path,
      connections,
      headers: api.headers,
      durationMs: DURATION_MS,
    } satisfies HttpLoad);
  const figures: Figure[] = [];
  for (const connections of CONNECTIONS)
    figures.push({
      name: `resolving an environment, connections: ${connections}`,
      unit: 'ms',
      better: 'lower',
      target: { of: 'ratio', limit: 1.5 },
      ...(await measureInTurns(ROUNDS, {
        product: () => latency(api.origin, `/api/v1${project}/environments/${id}/resolve`, connections),
        floor: () => latency(origin, `/environment/${id}`, connections),
      })),
    });
  return figures;
}

async function measureList({ api }: Pick<Stage, 'api'>, pool: Pool): Promise<Figure> {
  await pool.query(sql`
    insert into environments.environments (id, project_id, name, folded_name, client_id, server_group_id, body)
    select 'env_bench_' || n, project_id, 'bench ' || n, 'bench ' || n, client_id, server_group_id, body
    from environments.environments, generate_series(1, ${MANY}) n
    where project_id = ${api.projectId} and folded_name = 'bench'`);
  const listing = await measureInTurns(READS, {
    product: () => elapsedMs(() => api.bytes('GET', `/projects/${api.projectId}/environments`)),
    floor: () =>
      elapsedMs(() =>
        rows(
          pool,
          sql`select * from environments.environments where project_id = ${api.projectId} order by id desc limit ${PAGE}`,
        ),
      ),
  });
  return {
    ...listing,
    name: 'listing 200 of 1,000 environments',
    unit: 'ms',
    better: 'lower',
    target: { of: 'product', limit: 50 },
  };
}
