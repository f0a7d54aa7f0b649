import { transaction, type Pool } from '@assay/kit/postgres/db';
import { deleteLabsBefore } from '../../store/catalogue-labs/labs.ts';
import {
  claimOldRuns,
  claimTracedRuns,
  deleteEmptyGroups,
  deleteTranscripts,
  listGroups,
  type RetentionRule,
} from '../../store/eval-runs/old-runs.ts';
import { deleteTracesOf } from '../../store/eval-runs/removed-runs.ts';
import { deleteSomeRuns } from './remove-runs.ts';

/**
 * Deletes some of the runs that are older than their organization keeps them, with everything except their cassettes;
 * false when there was none.
 */
export const deleteOldRuns = (pool: Pool, kept: RetentionRule): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const runIds = await claimOldRuns(tx, kept);
    const groups = await listGroups(tx, runIds);
    await deleteSomeRuns(tx, runIds);
    await deleteEmptyGroups(tx, groups);
    return runIds.length > 0;
  });

/**
 * Deletes traces and transcripts of some runs that are older than their organization keeps them; verdicts and findings
 * stay.
 */
export const deleteOldTraces = (pool: Pool, kept: RetentionRule): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const runIds = await claimTracedRuns(tx, kept);
    while (await deleteTracesOf(tx, runIds));
    await deleteTranscripts(tx, runIds);
    return runIds.length > 0;
  });

/** Deletes some catalogue labs that ended longer ago than their organization keeps runs; false when there was none. */
export const deleteOldLabs = (pool: Pool, kept: RetentionRule): Promise<boolean> =>
  transaction(pool, async (tx) => (await deleteLabsBefore(tx, kept)) > 0);
