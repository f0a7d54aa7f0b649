import type { WireEntry } from '@assay/contract/areas/transcripts/trace';
import { openPool, rows, sql, type Pool } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import type { Closers } from '@assay/local/closers';
import type { Figure } from '../figures.ts';
import { databaseUrlOf } from '../installation.ts';
import type { Stage } from '../stage.ts';
import { awaitRun, createEchoSuite, launchSuite } from '../suites.ts';

const WARM_UPS = 3;
const ROUNDS = 25;

/**
 * How long a launch takes, once its server has answered an earlier one; and how long a run of one case takes from the
 * insert of its row to the `tools/call` on the wire, with an idle runner and a fresh MCP session.
 */
export async function measureQueue({ api, dataDir, everything }: Stage, scope: Closers): Promise<Figure[]> {
  const pool = openPool(await databaseUrlOf(dataDir), createLog('bench', 'warn'), { max: 1 });
  scope.add({ stop: () => pool.end() });
  const suiteId = await createEchoSuite(api, everything.serverId, 1, 'iteration');
  const [launches, waits] = [[] as number[], [] as number[]];
  for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
    const begun = performance.now();
    const runId = await launchSuite(api, suiteId);
    const launchMs = performance.now() - begun;
    await awaitRun(api, runId);
    if (round < WARM_UPS) continue;
    launches.push(launchMs);
    waits.push((await leasedAfterMs(pool, runId)) + (await calledAfterMs(api, runId)));
  }
  return [
    {
      name: 'POST eval-runs of one case',
      unit: 'ms',
      better: 'lower',
      product: launches,
      target: { of: 'product', limit: 25 },
    },
    {
      name: 'queue to `tools/call` on the wire',
      unit: 'ms',
      better: 'lower',
      product: waits,
      target: { of: 'product', limit: 20 },
    },
  ];
}

async function leasedAfterMs(pool: Pool, runId: string): Promise<number> {
  const [run] = await rows<{ ms: number }>(
    pool,
    sql`
    select extract(epoch from min(i.started_at) - r.created_at)::float8 * 1000 as ms
    from runs.runs r join runs.iterations i on i.run_id = r.id where r.id = ${runId} group by r.id`,
  );
  return run!.ms;
}

/** Within the iteration: the time at which the call was sent. */
async function calledAfterMs(api: Stage['api'], runId: string): Promise<number> {
  const path = `/projects/${api.projectId}/eval-runs/${runId}/iterations`;
  const {
    items: [iteration],
  } = await api.json<{ items: { id: string }[] }>('GET', path);
  const { wire } = await api.json<{ wire: WireEntry[] }>('GET', `${path}/${iteration!.id}/trace`);
  const call = wire.find(
    ({ direction, message }) => direction === 'sent' && (message as { method?: string }).method === 'tools/call',
  );
  if (!call) throw new Error(`The trace of ${iteration!.id} has no tools/call.`);
  return call.atMs;
}
