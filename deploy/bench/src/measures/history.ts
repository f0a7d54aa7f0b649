import { openPool, rows, sql } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import type { Closers } from '@assay/local/closers';
import { storedContent } from '@assay/transcripts/stored-part';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, type Figure } from '../figures.ts';
import { databaseUrlOf } from '../installation.ts';
import type { Stage } from '../stage.ts';
import { createEchoSuite, runSuite } from '../suites.ts';

const READS = { warmUps: 5, rounds: 25 };
const RUNS = 10_000;
const PARTS = 10_000;
const PAGE = 25;

/** Reading long histories: the newest runs of a suite with 10,000, and the first page of a trace of 10,000 parts. */
export async function measureHistory({ api, dataDir, everything }: Stage, scope: Closers): Promise<Figure[]> {
  const pool = openPool(await databaseUrlOf(dataDir), createLog('bench', 'warn'), { max: 1 });
  scope.add({ stop: () => pool.end() });
  const suiteId = await createEchoSuite(api, everything.serverId, 1, 'iteration');
  const runId = await runSuite(api, suiteId);
  await pool.query(sql`
    insert into runs.runs (id, project_id, organization_id, suite_id, run_number, status, result, source, spec, client_key, server_ids,
                           total, finished, passed, created_at, deadline_at, started_at, completed_at)
    select 'run_history_' || n, project_id, organization_id, suite_id, n + 1, status, result, source, spec, client_key, server_ids,
           total, finished, passed, now() - n * interval '1 minute', deadline_at, started_at, completed_at
    from runs.runs, generate_series(1, ${RUNS}) n where id = ${runId}`);
  const [iteration] = await rows<{ id: string; fence: string }>(
    pool,
    sql`select id, fence from runs.iterations where run_id = ${runId}`,
  );
  const { body } = await storedContent({
    spans: [{ id: 'span', name: 'tools/call echo', category: 'tool', startMs: 1, endMs: 2 }],
    wire: [],
  });
  await pool.query(sql`
    insert into runs.trace_parts (owner_id, fence, part, body) select ${iteration!.id}, ${iteration!.fence}, n, ${body} from generate_series(1000, ${PARTS + 999}) n`);
  await pool.query('analyze runs.runs');

  const suiteRuns = `/projects/${api.projectId}/eval-suites/${suiteId}/runs`;
  const parts = `/projects/${api.projectId}/eval-runs/${runId}/iterations/${iteration!.id}/trace/parts`;
  const listing = await measureInTurns(READS, {
    product: () => elapsedMs(() => api.bytes('GET', suiteRuns)),
    floor: () =>
      elapsedMs(() =>
        rows(
          pool,
          sql`select id, status from runs.runs where project_id = ${api.projectId} and suite_id = ${suiteId} order by created_at desc, id desc limit ${PAGE}`,
        ),
      ),
  });
  const opening = await measureInTurns(READS, {
    product: () => elapsedMs(() => api.bytes('GET', parts)),
    floor: () =>
      elapsedMs(() =>
        rows(
          pool,
          sql`select body from runs.trace_parts where owner_id = ${iteration!.id} order by part limit ${PAGE}`,
        ),
      ),
  });
  return [
    {
      ...listing,
      name: 'listing the runs of a suite that has 10,000',
      unit: 'ms',
      better: 'lower',
      target: { of: 'product', limit: 50 },
    },
    {
      ...opening,
      name: 'the first page of a trace of 10,000 parts',
      unit: 'ms',
      better: 'lower',
      target: { of: 'product', limit: 100 },
    },
  ];
}
