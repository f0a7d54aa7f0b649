import { openPool, rows, sql } from '@assay/kit/postgres/db';
import { createLog } from '@assay/kit/log';
import type { Closers } from '@assay/local/closers';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, type Figure } from '../figures.ts';
import { databaseUrlOf } from '../installation.ts';
import type { Stage } from '../stage.ts';

const WRITES = { warmUps: 1, rounds: 5 };
const READS = { warmUps: 5, rounds: 25 };
const CASES = 1_000;
const SUITES = 200;
const RUNS = 10_000;
const log = createLog('bench', 'warn');

/** A case as a team writes it: the user's message, the expected call, and the expected result. */
const caseOf = (i: number) => ({
  id: `case-${i}`,
  title: `Adds ${i} and ${i + 1}`,
  steps: [
    { id: 'ask', kind: 'prompt', prompt: `What is the sum of ${i} and ${i + 1}? Use the calculator.` },
    {
      id: 'called',
      kind: 'assert',
      assertion: { type: 'toolCalledWith', toolName: 'get-sum', args: { args: { a: i, b: i + 1 } } },
    },
    { id: 'said', kind: 'assert', assertion: { type: 'responseContains', needle: String(2 * i + 1) } },
  ],
});
const cases = Array.from({ length: CASES }, (_, i) => caseOf(i));
const fileOf = (id: string) =>
  JSON.stringify({
    assay: 1,
    id,
    name: id,
    servers: ['everything'],
    model: 'scripted/rules',
    cases,
  });

/**
 * Writing 1,000 cases in one call, compared with one insert of the same documents; listing 200 suites with 10,000 runs
 * behind them.
 */
export async function measureAuthoring({ api, dataDir }: Stage, scope: Closers): Promise<Figure[]> {
  const pool = openPool(await databaseUrlOf(dataDir), log, { max: 1 });
  scope.add({ stop: () => pool.end() });
  await pool.query('create temporary table plain (id text primary key, body json not null)');
  const suites = `/projects/${api.projectId}/eval-suites`;
  let written = 0;

  const product = () =>
    elapsedMs(async () => {
      const {
        cases: { created },
      } = await api.json<{ cases: { created: number } }>('POST', `${suites}/from-file`, {
        content: fileOf(`bench-${++written}`),
      });
      if (created !== CASES) throw new Error(`${created} cases were written.`);
    });
  const floor = () =>
    elapsedMs(async () => {
      const bodies = cases.map((each) => JSON.stringify(each));
      await pool.query(
        sql`insert into plain select ${String(++written)} || '-' || n, body from unnest(${bodies}::json[]) with ordinality as each(body, n)`,
      );
    });
  const writing = await measureInTurns(WRITES, { product, floor });

  await pool.query(sql`
    insert into suites.suites (id, project_id, name, body, runs, passed_trials, failed_trials, recent_runs)
    select 'suite_history_' || n, ${api.projectId}, 'history ' || n, (select body from suites.suites limit 1), ${RUNS}, ${RUNS}, 0,
           (select json_agg(json_build_object('id', 'run_' || r, 'status', 'completed', 'total', 1, 'passed', 1, 'failed', 0, 'createdAt', r)) from generate_series(1, 20) r)
    from generate_series(1, ${SUITES}) n`);
  const listing = await measureInTurns(READS, {
    product: () => elapsedMs(() => api.bytes('GET', suites)),
    floor: () =>
      elapsedMs(() =>
        rows(
          pool,
          sql`select id, name, recent_runs from suites.suites where project_id = ${api.projectId} order by id desc limit ${SUITES}`,
        ),
      ),
  });
  return [
    {
      ...writing,
      name: 'writing 1,000 cases in one call',
      unit: 'ms',
      better: 'lower',
      target: { of: 'product', limit: 2_000 },
    },
    {
      ...listing,
      name: 'listing 200 suites with 10,000 runs behind each',
      unit: 'ms',
      better: 'lower',
      target: { of: 'product', limit: 50 },
    },
  ];
}
