import type { Pool } from '@assay/kit/postgres/db';
import type { Closers } from '@assay/local/closers';
import { waitUntil } from '@assay/testkit/until';
import { deleteOldRuns } from '@assay/runs/actions/eval-runs/delete-old-runs';
import { openFilled, type FilledInstallation } from '../big-tables/filled-installation.ts';
import { elapsedMs } from '../clock.ts';
import { measureInTurns, type Figure } from '../figures.ts';
import { awaitEnd, launchSuite } from '../suites.ts';

const FEW = 100_000;
const READS = { warmUps: 2, rounds: 9 };
const CYCLES = 3;
/** The iterations of one run of a cycle of writing and deleting. */
const RUN = 1_000;
/** A vacuum of the tables begins after this many dead rows, and after this share of their rows more. */
const [VACUUM_ROWS, VACUUM_SHARE] = [10_000, 0.01];
/** A cycle deletes more than a vacuum waits for. */
const CYCLE_FACTOR = 1.2;
/** The longest wait for a vacuum, in milliseconds. */
const VACUUM_MS = 300_000;
/** Runs that ended longer ago are deleted, in days. */
const KEPT_DAYS = 200;
const ORGANIZATIONS = 20;

/**
 * Lists, reads and reports in an installation of `iterations`, compared with one of 100,000 that has the same project in it; then
 * how fast retention deletes, compared with how fast a full runner writes, and whether the tables grow over cycles of both.
 */
export async function measureBigTables(iterations: number, scope: Closers): Promise<Figure[]> {
  const few = await openFilled(scope, FEW);
  const many = await openFilled(scope, iterations);
  const figures: Figure[] = [];
  const [some, all] = [await readsOf(few), await readsOf(many)];
  for (const [name, read] of Object.entries(all)) {
    const measured = await measureInTurns(READS, {
      product: () => elapsedMs(read),
      floor: () => elapsedMs(some[name]!),
    });
    figures.push({ ...measured, name, unit: 'ms', better: 'lower', target: { of: 'ratio', limit: 1.5 } });
  }
  return [...figures, ...(await measureRetention(many, iterations))];
}

/** The reads that are compared, by their names. */
async function readsOf(filled: FilledInstallation): Promise<Record<string, () => Promise<unknown>>> {
  const { api, pool, suiteId, serverId, growingProjectId, small, beforeSmall, middle, base, large } = filled;
  const project = `/projects/${api.projectId}`;
  const run = (id: string) => `${project}/eval-runs/${id}`;
  const get = (path: string) => () => api.bytes('GET', path);
  const iterationOf = async (id: string) =>
    `${run(id)}/iterations/${(await api.json<{ items: { id: string }[] }>('GET', `${run(id)}/iterations`)).items[0]!.id}`;
  const [ofSmall, ofLarge] = [await iterationOf(small), await iterationOf(large)];
  /** Without what an earlier read stored. */
  const first = (path: string) => async () => {
    await pool.query('delete from run_sums');
    await pool.query('delete from run_comparisons');
    await get(path)();
  };
  return {
    'runs of a project': get(`${project}/eval-runs`),
    'failed runs': get(`${project}/eval-runs?verdict=failed`),
    'runs of a branch': get(`${project}/eval-runs?branch=main`),
    'runs of a suite': get(`${project}/eval-suites/${suiteId}/runs`),
    'runs of a project that grows with all, counted': get(`/projects/${growingProjectId}/eval-runs?counts=true`),
    'a run of 100': get(run(small)),
    'a run of 10,000': get(run(large)),
    'its failed cases': get(`${run(large)}/cases?outcome=failed`),
    'its iterations': get(`${run(large)}/iterations?limit=200`),
    'an iteration of a run of 100': get(ofSmall),
    'an iteration of a run of 10,000': get(ofLarge),
    'a trace': get(`${ofLarge}/trace`),
    'decision summary of 10,000': get(`${run(large)}/decision-summary`),
    'a comparison of 100, not stored': first(`${run(small)}/compare?baseRunId=${beforeSmall}`),
    'a comparison of 10,000, not stored': first(`${run(large)}/compare?baseRunId=${base}&limit=100`),
    'a comparison of 10,000, stored': get(`${run(large)}/compare?baseRunId=${base}&limit=100`),
    'stage analytics of 10,000, not stored': first(`${run(large)}/stage-analytics`),
    'route facts of 10,000, not stored': first(`${run(large)}/route-facts`),
    'history of cases': get(`${project}/eval-suites/${suiteId}/case-history`),
    'confused tools': get(`${project}/servers/${serverId}/tool-confusions`),
    'preview of a rerun': get(`${run(middle)}/rerun-preview`),
    'JUnit of 10,000': get(`${run(large)}/junit.xml`),
    search: get(`${project}/search?q=echo`),
    'what needs a person': get(`${project}/attention`),
  };
}

async function measureRetention({ api, pool, suiteId }: FilledInstallation, iterations: number): Promise<Figure[]> {
  const cycle = Math.ceil(((VACUUM_ROWS + VACUUM_SHARE * iterations) * CYCLE_FACTOR) / RUN) * RUN;
  // The default looks once a minute.
  await pool.query(`alter system set autovacuum_naptime = '5s'`);
  await pool.query('select pg_reload_conf()');
  const [written, deleted, sizes]: [number[], number[], number[]] = [[], [], []];
  const oldRuns = batchesOfOldRuns(pool);
  for (let round = 0; round < CYCLES; round++) {
    const writeMs = await elapsedMs(async () => {
      for (let left = cycle; left > 0; left -= RUN)
        await awaitEnd(api, await launchSuite(api, suiteId, { iterationOverride: 10 }));
    });
    written.push((cycle / writeMs) * 1_000);
    let count = 0;
    const deleteMs = await elapsedMs(async () => {
      while (count < cycle) {
        const { value, done } = await oldRuns.next();
        if (done) break;
        count += value;
      }
    });
    deleted.push((count / deleteMs) * 1_000);
    const deletedAt = new Date();
    await waitUntil(() => isVacuumedSince(pool, deletedAt), VACUUM_MS);
    sizes.push(await storedBytes(pool));
  }
  return [
    {
      name: 'iterations that retention deletes per second, and that a full runner writes',
      unit: '/s',
      better: 'higher',
      product: deleted,
      floor: written,
      target: { of: 'ratio', limit: 2 },
    },
    {
      name: `tables without traces after ${CYCLES} cycles of ${cycle} iterations written and deleted, and after the first one`,
      unit: 'MB',
      better: 'lower',
      product: [sizes.at(-1)! / 1_048_576],
      floor: [sizes[0]! / 1_048_576],
      target: { of: 'ratio', limit: 1.02 },
    },
  ];
}

/** Deletes a batch of old runs of the seeded organizations at each step, and tells the number of their iterations. */
async function* batchesOfOldRuns(pool: Pool): AsyncGenerator<number, void> {
  for (let i = 0; i < ORGANIZATIONS; i++) {
    let [left, since] = [await iterationsOf(pool, i), null as Date | null];
    for (;;) {
      const next: Date | null = await deleteOldRuns(pool, { organizationId: `org_${i}`, days: KEPT_DAYS }, since);
      if (next === null) break;
      const now = await iterationsOf(pool, i);
      yield left - now;
      [left, since] = [now, next];
    }
  }
}

async function iterationsOf(pool: Pool, organization: number): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    'select coalesce(sum(total), 0)::float8 as total from runs where organization_id = $1',
    [`org_${organization}`],
  );
  return rows[0]!.total;
}

/** Whether autovacuum has gone over the iterations since a time. */
async function isVacuumedSince(pool: Pool, time: Date): Promise<boolean> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `select last_autovacuum as at from pg_stat_user_tables where relid = 'iterations'::regclass`,
  );
  return (rows[0]!.at ?? 0) > time;
}

/** Without traces: the written runs have some, and the deleted ones none any more. */
async function storedBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(t))::float8 as bytes from unnest(array['iterations', 'run_cases', 'run_variants']::regclass[]) t`,
  );
  return rows[0]!.bytes;
}
