import type { Api } from '../api.ts';
import { alternate, type Figure } from '../figures.ts';
import { startHelper } from '../helper.ts';
import type { Load } from '../helpers/http-load.ts';
import type { ReadFloor } from '../helpers/read-floor.ts';

const ROUNDS = 4;
const DURATION_MS = 600;
const CONNECTIONS = [1, 16, 64];

/** By route of the floor: the row that the product reads for its answer. */
const QUERIES = {
  me: 'select id, email, name, created_at, updated_at from catalog.users where id = $1',
  run: `select id, project_id, suite_id, run_number, status, result, source, notes, minimum_accuracy, servers, total, finished, passed, failed,
               created_at, started_at, completed_at from runs.runs where id = $1`,
};

/** The median latency of two reads, beside one Express route with one gRPC hop and the same row by its primary key. */
export async function measureReads(api: Api, runId: string, databaseUrl: string): Promise<Figure[]> {
  const [loader, floor] = [startHelper('http-load'), startHelper('read-floor')];
  try {
    const floorOrigin = await floor.ask<string>({ databaseUrl, queries: QUERIES } satisfies ReadFloor);
    const latency = (load: Omit<Load, 'durationMs'>) => () => loader.ask<number>({ ...load, durationMs: DURATION_MS } satisfies Load);
    const { id: userId } = await api.json<{ id: string }>('GET', '/me');
    const reads = [
      { name: 'GET /me', path: '/api/v1/me', floorPath: `/me/${userId}` },
      { name: 'GET eval-runs/{id}', path: `/api/v1/projects/${api.projectId}/eval-runs/${runId}`, floorPath: `/run/${runId}` },
    ];
    const figures: Figure[] = [];
    for (const { name, path, floorPath } of reads) {
      for (const connections of CONNECTIONS) {
        const measured = await alternate(ROUNDS, {
          product: latency({ origin: api.origin, path, headers: api.headers, connections }),
          floor: latency({ origin: floorOrigin, path: floorPath, headers: api.headers, connections }),
        });
        figures.push({ ...measured, name: `${name}, ${connections} connection${connections === 1 ? '' : 's'}`, unit: 'ms', better: 'lower', target: { of: 'ratio', limit: 2 } });
      }
    }
    return figures;
  } finally {
    await Promise.all([loader.stop(), floor.stop()]);
  }
}
