import { RetentionService, type RetentionDays } from '@assay/mesh/gen/assay/v1/retention';
import { inBatches, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import { idPages } from '@assay/kit/concurrency/id-pages';
import type { Logger } from '@assay/kit/log';
import { repeatInTurn } from '@assay/kit/postgres/turns';
import { deleteUnusedSignals } from '../actions/findings/delete-unused-signals.ts';
import { deleteOldRuns, deleteOldTraces } from '../actions/journey-runs/delete-old-runs.ts';
import type { Deps } from '../deps.ts';
import { listSignalProjects } from '../store/findings/unused-signals.ts';
import { listRunOrganizations } from '../store/journey-runs/old-runs.ts';

const HOUR_MS = 3_600_000;

type RetentionDeps = Pick<Deps, 'pool' | 'catalog'>;

/** Deletes the runs and traces that organizations no longer keep, once an hour; of several replicas one does it. */
export const startRetention = (deps: RetentionDeps, log: Logger): BackgroundTask =>
  repeatInTurn({ what: 'the retention of journey runs', everyMs: HOUR_MS }, deps.pool, log, (signal) =>
    deleteOldRunsAndTraces(deps, signal),
  );

/**
 * One pass over all organizations, and then over the signals that nothing shows any more; may be interrupted anywhere and repeated. Nothing is deleted without an answer from
 * catalog.
 */
export async function deleteOldRunsAndTraces({ pool, catalog }: RetentionDeps, signal: AbortSignal): Promise<void> {
  const organizations = idPages(signal, (after, limit) => listRunOrganizations(pool, after, limit));
  for await (const organizationIds of organizations) {
    const kept = await catalog.call(RetentionService.listRetentionDays, { organizationIds });
    for (const each of kept.organizations) await deleteOldOfOrganization(pool, each, signal);
  }
  for await (const projectIds of idPages(signal, (after, limit) => listSignalProjects(pool, after, limit)))
    for (const projectId of projectIds) await inBatches(signal, () => deleteUnusedSignals(pool, projectId));
}

async function deleteOldOfOrganization(
  pool: Deps['pool'],
  { organizationId, runs, traces }: RetentionDays,
  signal: AbortSignal,
): Promise<void> {
  if (runs > 0) await inBatches(signal, () => deleteOldRuns(pool, { organizationId, days: runs }));
  if (traces > 0) await inBatches(signal, () => deleteOldTraces(pool, { organizationId, days: traces }));
}
