import { transaction, type Pool } from '@assay/kit/postgres/db';
import { deleteLabsBefore } from '../../store/catalogue-labs/labs.ts';
import {
  claimOldRuns,
  claimTracedRuns,
  deleteEmptyGroups,
  listGroups,
  noteTracesGone,
  type RetentionRule,
} from '../../store/eval-runs/old-runs.ts';
import { deleteTracesOf } from '../../store/eval-runs/removed-runs.ts';
import { deleteSomeRuns } from './remove-runs.ts';

/**
 * Deletes some of the runs that ended at `since` or later and are older than their organization keeps them, with everything
 * except their cassettes. Answers when the first of them ended, from where the next batch goes on; null when there was none.
 */
export const deleteOldRuns = (pool: Pool, kept: RetentionRule, since: Date | null): Promise<Date | null> =>
  transaction(pool, async (tx) => {
    const claimed = await claimOldRuns(tx, kept, since);
    const groups = await listGroups(tx, claimed.ids);
    await deleteSomeRuns(tx, claimed.ids);
    await deleteEmptyGroups(tx, groups);
    return claimed.since;
  });

/**
 * Deletes traces and transcripts of some runs that are older than their organization keeps them; verdicts and findings
 * stay. False when there was none.
 */
export const deleteOldTraces = (pool: Pool, kept: RetentionRule): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const runIds = await claimTracedRuns(tx, kept);
    for (const runId of runIds) await deleteTracesOf(tx, runId);
    await noteTracesGone(tx, runIds);
    return runIds.length > 0;
  });

/** Deletes some catalogue labs that ended longer ago than their organization keeps runs; false when there was none. */
export const deleteOldLabs = (pool: Pool, kept: RetentionRule): Promise<boolean> =>
  transaction(pool, async (tx) => (await deleteLabsBefore(tx, kept)) > 0);
