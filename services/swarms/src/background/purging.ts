import type { BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Logger } from '@assay/kit/log';
import type { Pool } from '@assay/kit/postgres/db';
import { rowsOf, startPurging, type PurgeSteps } from '@assay/kit/postgres/purge';

/** The data of a deleted project. */
export const purgeSteps = {
  project: [
    rowsOf('work', { order: 'id' }),
    rowsOf('sessions'),
    rowsOf('journey_runs'),
    rowsOf('wave_insights'),
    rowsOf('waves'),
    rowsOf('swarm_signals'),
    rowsOf('journeys'),
    rowsOf('swarms'),
    rowsOf('personas'),
    rowsOf('generations'),
    rowsOf('work_turns'),
    rowsOf('idempotency_keys'),
  ],
} satisfies PurgeSteps;

export const startSwarmsPurge = (pool: Pool, log: Logger): BackgroundTask => startPurging(pool, purgeSteps, log);
