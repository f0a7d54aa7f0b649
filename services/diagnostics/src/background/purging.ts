import type { BackgroundTask } from '@assay/kit/concurrency/background-task';
import { rowsOf, startPurging, type PurgeSteps } from '@assay/kit/postgres/purge';
import type { Deps } from '../deps.ts';

/** The data of a deleted project, in the order of deletion: tunnels and grants give access, so they go first. */
export const purgeSteps = {
  project: [
    rowsOf('tunnel_openings'),
    rowsOf('tunnels', { order: 'server_id' }),
    rowsOf('oauth_grants'),
    rowsOf('token_requests'),
    rowsOf('lint_suppressions'),
    rowsOf('readiness_facts'),
    rowsOf('connections'),
    rowsOf('work', { order: 'id' }),
    rowsOf('inspections'),
    rowsOf('conformance_results', { where: 'run_id in (select id from directory_runs where project_id = $1)' }),
    rowsOf('directory_runs'),
    rowsOf('seen_in_calls', { where: 'call_id in (select id from tool_calls where project_id = $1)' }),
    rowsOf('tool_calls'),
    rowsOf('surface_periods'),
    rowsOf('surface_bodies'),
    rowsOf('work_turns'),
    rowsOf('work_group_turns'),
    rowsOf('idempotency_keys'),
  ],
} satisfies PurgeSteps;

export const startDiagnosticsPurge = ({ pool, log }: Pick<Deps, 'pool' | 'log'>): BackgroundTask =>
  startPurging(pool, purgeSteps, log);
