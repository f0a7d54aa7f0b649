import type { Db } from '@assay/kit/postgres/db';
import { readCostOf } from '@assay/testkit/database/read-cost';
import { listCaseFacts } from '../../src/store/analysis/case-facts.ts';
import { listContrasts, listGradeableCases } from '../../src/store/analysis/run-population.ts';
import { storeRunSums } from '../../src/store/analysis/run-sums.ts';
import { findScoreFacts } from '../../src/store/analysis/score-facts.ts';
import { listPairedFacts } from '../../src/store/run-groups/arms.ts';
import { openRuns, type RunsFixture } from '../support/harness.ts';
import { runBench } from '../support/run-bench.ts';

/** The cases of the run, and the iterations of each. */
const [CASES, TRIALS] = [500, 8];
/** Rows over all steps of a plan, for each iteration. A plan that multiplies two sides of the run handles hundreds. */
const MAX_HANDLED = 40;
const TABLES = ['runs', 'run_cases', 'iterations'];

const GRADE = JSON.stringify({
  scores: [{ scorerId: 's', definitionHash: 'd', status: 'scored', value: 1, passed: true, deterministic: true }],
  checks: [{ role: 'gating' }],
  actualToolCalls: ['search', 'read'].map((toolName) => ({
    toolName,
    serverName: 'srv',
    isError: false,
    latencyMs: 5,
  })),
  chain: { status: 'verified', stages: [{ stage: 'call', state: 'passed' }] },
});

let runs: RunsFixture;
let runId: string;
const { start } = runBench(() => runs);

beforeAll(async () => {
  runs = await openRuns();
  const { pool } = runs.db;
  for (const table of TABLES) await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  runId = await start();
  await pool.query(
    `insert into run_cases (run_id, position, case_id, title, iterations, body, needs_inventory)
     select run_id, n, 'case-' || n, title, $2, body, needs_inventory from run_cases, generate_series(1, $3::int) n where run_id = $1`,
    [runId, TRIALS, CASES],
  );
  await pool.query(
    `insert into iterations (id, run_id, position, seq, case_position, iteration_number, status, result, grade)
     select $1 || '-' || n, $1, n, n, 1 + n / $2, 1 + n % $2, 'completed', case n % 3 when 0 then 'failed' else 'passed' end, $4::json
     from generate_series(1, $2::int * $3::int - 1) n`,
    [runId, TRIALS, CASES, GRADE],
  );
});
afterAll(() => runs.close());

const reports: [string, (db: Db) => Promise<unknown>][] = [
  ['a comparison', (db) => listCaseFacts(db, [runId])],
  ["a comparison's scores", (db) => findScoreFacts(db, [runId])],
  ['route facts', (db) => storeRunSums(db, runId, 'routes')],
  ['server facts', (db) => storeRunSums(db, runId, 'servers')],
  ['stage analytics', (db) => storeRunSums(db, runId, 'stages')],
  ['the arms of a group', (db) => listPairedFacts(db, runId, [runId])],
  ['insights', (db) => listContrasts(db, runId)],
  ['the gradeable cases', (db) => listGradeableCases(db, runId)],
];

test.each(reports)('%s handles few rows for each iteration when Postgres has no statistics', async (_name, read) => {
  const { handled } = await readCostOf(runs.db.pool, 'iterations', read);
  expect(handled / (CASES * TRIALS)).toBeLessThan(MAX_HANDLED);
});
