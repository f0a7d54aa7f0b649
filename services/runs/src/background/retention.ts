import { RetentionService, type RetentionDays } from '@assay/mesh/gen/assay/v1/retention';
import { repeatInTurn } from '@assay/kit/postgres/turns';
import { idPages } from '@assay/kit/concurrency/id-pages';
import { inBatches, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import { deleteOldLabs, deleteOldRuns, deleteOldTraces } from '../actions/eval-runs/delete-old-runs.ts';
import type { Deps } from '../deps.ts';
import { listLabOrganizations, listRunOrganizations, type RetentionRule } from '../store/eval-runs/old-runs.ts';

const HOUR_MS = 3_600_000;

/** Deletes the runs and traces that organizations no longer keep, once an hour; of several replicas one does it. */
export const startRetention = (deps: Pick<Deps, 'pool' | 'catalog' | 'log'>): BackgroundTask =>
  repeatInTurn({ what: 'the retention', everyMs: HOUR_MS }, deps.pool, deps.log, (signal) =>
    deleteOldRunsAndTraces(deps, signal),
  );

/**
 * One pass over all organizations; may be interrupted anywhere and repeated. Nothing is deleted without an answer from
 * catalog.
 */
export async function deleteOldRunsAndTraces(
  { pool, catalog }: Pick<Deps, 'pool' | 'catalog'>,
  signal: AbortSignal,
): Promise<void> {
  for (const listOrganizations of [listRunOrganizations, listLabOrganizations])
    for await (const organizationIds of idPages(signal, (after, limit) => listOrganizations(pool, after, limit))) {
      const { organizations } = await catalog.call(RetentionService.listRetentionDays, { organizationIds });
      for (const each of organizations) await deleteOldOfOrganization(pool, each, signal);
    }
}

async function deleteOldOfOrganization(
  pool: Deps['pool'],
  { organizationId, runs, traces }: RetentionDays,
  signal: AbortSignal,
): Promise<void> {
  if (runs > 0) {
    await inBatches(signal, () => deleteOldLabs(pool, { organizationId, days: runs }));
    // A deleted run may have been the reason to keep an older one.
    while (await deleteOldRunsOnce(pool, { organizationId, days: runs }, signal));
  }
  if (traces > 0) await inBatches(signal, () => deleteOldTraces(pool, { organizationId, days: traces }));
}

/** One pass over the old runs of an organization, oldest first; answers whether one was deleted. */
async function deleteOldRunsOnce(pool: Deps['pool'], kept: RetentionRule, signal: AbortSignal): Promise<boolean> {
  let since: Date | null = null;
  await inBatches(signal, async () => {
    const first = await deleteOldRuns(pool, kept, since);
    since = first ?? since;
    return first !== null;
  });
  return since !== null && !signal.aborted;
}
