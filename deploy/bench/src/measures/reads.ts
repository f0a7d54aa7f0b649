import type { Closers } from '@assay/local/closers';
import { measureInTurns, type Figure } from '../figures.ts';
import { startHelper } from '../helper.ts';
import type { HttpLoad } from '../helpers/http-load.ts';
import type { ReadFloor } from '../helpers/read-floor.ts';
import { databaseUrlOf } from '../installation.ts';
import type { Stage } from '../stage.ts';

const ROUNDS = { warmUps: 2, rounds: 7 };
const DURATION_MS = 250;
const CONNECTIONS = [1, 16, 64];

/** By route of the floor: the row that the product reads for its answer. */
const QUERIES = {
  me: 'select id, email, name, created_at, updated_at from catalog.users where id = $1',
  run: `select id, project_id, suite_id, run_number, status, result, source, spec, total, finished, passed, failed,
               created_at, started_at, completed_at from runs.runs where id = $1`,
};

/**
 * The median latency of two reads, compared with one Express route with one gRPC hop and the same row by its primary
 * key.
 */
export async function measureReads({ api, dataDir, runId }: Stage, scope: Closers): Promise<Figure[]> {
  const { id: userId } = await api.json<{ id: string }>('GET', '/me');
  const [loader, floor] = [startHelper(scope, 'http-load'), startHelper(scope, 'read-floor')];
  const floorOrigin = await floor.ask<string>({
    databaseUrl: await databaseUrlOf(dataDir),
    queries: QUERIES,
  } satisfies ReadFloor);
  const latency = (origin: string, path: string, connections: number) => () =>
    loader.ask<number>({
      origin,
      path,
      connections,
      headers: api.headers,
      durationMs: DURATION_MS,
    } satisfies HttpLoad);
  const compare = async (name: string, connections: number, path: string, floorPath: string): Promise<Figure> => ({
    name: `${name}, connections: ${connections}`,
    unit: 'ms',
    better: 'lower',
    target: { of: 'ratio', limit: 2 },
    ...(await measureInTurns(ROUNDS, {
      product: latency(api.origin, path, connections),
      floor: latency(floorOrigin, floorPath, connections),
    })),
  });
  const figures: Figure[] = [];
  for (const connections of CONNECTIONS) {
    figures.push(await compare('GET /me', connections, '/api/v1/me', `/me/${userId}`));
    figures.push(
      await compare(
        'GET eval-runs/{id}',
        connections,
        `/api/v1/projects/${api.projectId}/eval-runs/${runId}`,
        `/run/${runId}`,
      ),
    );
  }
  return figures;
}
