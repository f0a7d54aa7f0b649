import { rowsOf, startPurging, type PurgeStep, type PurgeSteps } from '@assay/kit/postgres/purge';
import type { BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { removeSomeRuns } from '../actions/eval-runs/remove-runs.ts';
import { expireArtifacts } from '../store/ingestion/artifacts.ts';

const removeRunsOf: PurgeStep['take'] = (tx, projectId) => removeSomeRuns(tx, { projectId });

/** The tables that hold data of a project. */
export const purgeSteps = {
  project: [
    rowsOf('work', { order: 'id' }),
    // A run is deleted with its cases, variants and iterations, which have no foreign key to it.
    ...['runs', 'run_cases', 'run_variants', 'iterations'].map((table) => ({ table, take: removeRunsOf })),
    rowsOf('catalogue_labs'),
    // Retention of artifacts deletes the bytes before the rows.
    { table: 'artifacts', take: expireArtifacts },
    ...[
      'attention_dismissals',
      'suite_badges',
      'cassettes',
      'cassette_versions',
      'run_groups',
      'work_turns',
      'work_group_turns',
      'idempotency_keys',
      'runners',
    ].map((table) => rowsOf(table)),
  ],
} satisfies PurgeSteps;

export const startRunsPurge = (pool: Pool, log: Logger): BackgroundTask => startPurging(pool, purgeSteps, log);
