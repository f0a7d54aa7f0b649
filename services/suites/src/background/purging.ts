import type { BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { rowsOf, startPurging, type PurgeSteps } from '@assay/kit/postgres/purge';
import { removeSuites } from '../actions/suites/remove-suites.ts';

const ofSuites = { where: 'suite_id in (select id from suites where project_id = $1)' };

/** The data of a deleted project. */
export const purgeSteps = {
  project: [
    rowsOf('schedules', ofSuites),
    rowsOf('work', { order: 'id' }),
    rowsOf('authoring_jobs'),
    rowsOf('target_changes'),
    rowsOf('suite_revisions', ofSuites),
    rowsOf('case_changes', {
      where: 'case_id in (select cases.id from cases join suites on suites.id = suite_id where project_id = $1)',
    }),
    rowsOf('cases', ofSuites),
    { table: 'suites', take: removeSuites },
    rowsOf('work_turns'),
    rowsOf('work_group_turns'),
    rowsOf('idempotency_keys'),
  ],
} satisfies PurgeSteps;

export const startSuitesPurge = (pool: Pool, log: Logger): BackgroundTask => startPurging(pool, purgeSteps, log);
