import { join } from 'node:path';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { eventMigrations } from '@assay/kit/bus/migrations';
import { workMigrations } from '@assay/work/migrations';
import { fragment, openPool, rows, sql, type Pool } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import { migrate } from '@assay/kit/postgres/migrate';
import { insightsMigrations } from '@assay/findings/migrations';
import { transcriptMigrations } from '@assay/transcripts/migrations';
import type { Closers } from '@assay/local/closers';
import { launchRun } from '@assay/runs/actions/eval-runs/launch-run';
import { settleReportedIterations, type IterationEnd } from '@assay/runs/actions/work/settle-iterations';
import type { IterationGrade } from '@assay/runs/domain/iterations/iteration';
import { FrozenRuns } from '@assay/runs/store/eval-runs/frozen-runs';
import { claimIterations } from '@assay/runs/store/work/leases';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, type Figure } from '../figures.ts';
import { databaseUrlOf } from '../installation.ts';
import type { Stage } from '../stage.ts';

const ROUNDS = { warmUps: 1, rounds: 5 };
const BATCH = 64;
const DATABASE = 'bench_storing';
const LEASE_MS = 10 * 60_000;
const log = createLog('bench', 'warn');
const runsMigrations = join(import.meta.dirname, '../../../../services/runs/migrations');

/** The evidence of one iteration from a runner, as the product stored it. */
interface Evidence {
  case: FrozenCase;
  grade: IterationGrade;
  transcript: Buffer;
  part: Buffer;
}

/**
 * Storing 64 finished iterations at once, compared with storing them in sequence; both in the tables and the Postgres
 * of the product.
 */
export async function measureStoring({ dataDir, runId }: Stage, scope: Closers): Promise<Figure[]> {
  const product = openPool(await databaseUrlOf(dataDir), log, { max: 1 });
  const evidence = await readEvidence(product, runId);
  await product.query(sql`create database ${fragment(DATABASE)}`);
  await product.end();
  const pool = openPool(await databaseUrlOf(dataDir, DATABASE), log);
  scope.add({ stop: () => pool.end() });
  await migrate(pool, [eventMigrations, workMigrations, transcriptMigrations, insightsMigrations, runsMigrations]);
  await launch(pool, evidence.case, 2 * BATCH * (ROUNDS.warmUps + ROUNDS.rounds));
  const deps = { pool, log, frozen: new FrozenRuns(pool) };
  const together = (ends: IterationEnd[]) => settleReportedIterations(deps, ends);
  const apart = async (ends: IterationEnd[]) => {
    for (const end of ends) await settleReportedIterations(deps, [end]);
  };
  const time = (store: (ends: IterationEnd[]) => Promise<unknown>) => async () => {
    const ends = await finish(pool, evidence);
    return elapsedMs(() => store(ends));
  };
  const measured = await measureInTurns(ROUNDS, { product: time(together), floor: time(apart) });
  return [
    {
      ...measured,
      name: 'storing 64 iterations together, and one by one',
      unit: 'ms',
      better: 'lower',
    },
  ];
}

async function readEvidence(product: Pool, runId: string): Promise<Evidence> {
  const [evidence] = await rows<Evidence>(
    product,
    sql`
    select c.body as case, i.grade, i.transcript, p.body as part
    from runs.iterations i join runs.run_cases c on c.run_id = i.run_id and c.position = i.case_position join runs.trace_parts p on p.owner_id = i.id
    where i.run_id = ${runId} limit 1`,
  );
  return evidence!;
}

async function launch(pool: Pool, body: FrozenCase, total: number): Promise<void> {
  const iterations = Array.from({ length: total }, (_, position) => ({
    position,
    queueOrder: position,
    casePosition: 0,
    iterationNumber: position + 1,
    model: null,
  }));
  await launchRun(
    pool,
    {
      run: {
        id: 'run',
        projectId: 'project',
        organizationId: 'organization',
        source: 'api',
        total,
        variants: 1,
        spec: {
          suiteId: 'suite',
          suiteName: 'suite',
          servers: [],
          client: { id: null, name: 'bench', source: 'suite_default' },
          checks: [],
          sessionIsolation: 'run',
          execution: { toolApproval: 'auto', maxSteps: 1 },
          minimumAccuracy: 100,
          judge: { enabled: false, model: null, autoRun: false, threshold: 0.7 },
        },
      },
      cases: [{ position: 0, body, needsInventory: false, needsBrowser: false }],
      iterations,
    },
    { maxConcurrentRuns: 1, begunAt: new Date() },
  );
}

/** Claims iterations as a runner does, and reports the same evidence for each. */
async function finish(pool: Pool, { grade, transcript, part }: Evidence): Promise<IterationEnd[]> {
  const claimed = await claimIterations(
    pool,
    {
      runnerId: 'bench',
      labels: [],
      takesUnlabelled: true,
      count: BATCH,
      scope: {},
    },
    LEASE_MS,
    1,
  );
  return claimed.map(({ id, runId, fence }) => ({
    id,
    runId,
    fence,
    status: 'completed',
    result: grade.result,
    durationMs: 1,
    errorCode: null,
    errorMessage: null,
    blame: null,
    usage: null,
    grade,
    transcript,
    screenshots: [],
    surfaces: [],
    parts: [
      {
        ownerId: id,
        fence,
        part: 0,
        traceId: null,
        body: part,
      },
    ],
  }));
}
