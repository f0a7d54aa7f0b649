import type { BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Logger } from '@assay/kit/log';
import type { Pool } from '@assay/kit/postgres/db';
import { rowsOf, startPurging, type PurgeSteps } from '@assay/kit/postgres/purge';
import { deleteSessionsOfProject } from '../store/journey-runs/purged-sessions.ts';

/** The data of a deleted project. Rows that reports change, too, are locked in the same order as by these. */
export const purgeSteps = {
  project: [
    rowsOf('work', { order: 'id' }),
    { table: 'sessions', take: deleteSessionsOfProject },
    rowsOf('journey_runs', { order: 'id' }),
    rowsOf('insights', { where: 'series_id = $1' }),
    rowsOf('waves', { order: 'id' }),
    rowsOf('signals', { where: 'series_id = $1', order: 'fingerprint' }),
    rowsOf('journeys'),
    rowsOf('swarms'),
    rowsOf('personas'),
    rowsOf('generations'),
    rowsOf('work_turns'),
    rowsOf('work_group_turns'),
    rowsOf('idempotency_keys'),
  ],
} satisfies PurgeSteps;

export const startSwarmsPurge = (pool: Pool, log: Logger): BackgroundTask => startPurging(pool, purgeSteps, log);
