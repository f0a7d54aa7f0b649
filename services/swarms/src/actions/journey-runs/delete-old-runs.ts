import { MAX_WINDOWS } from '@assay/findings/mining/mined-findings';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { dropQuotes } from '../wave-insights/drop-quotes.ts';
import { deleteOldWaves, keepSignals } from '../../store/findings/mined-waves.ts';
import {
  claimOldRun,
  deleteRun,
  deleteSessions,
  deleteTranscripts,
  listSomeSessions,
  markTranscriptsGone,
  type RetentionRule,
} from '../../store/journey-runs/old-runs.ts';

/** Sessions, or rows of their transcripts, that one transaction deletes. */
const [SESSIONS, ROWS] = [200, 1_000];

/**
 * Deletes a run that is older than its organization keeps it, or some of its sessions; false when there was none. What its
 * sessions showed stays in the counts of their wave, so that findings are the same afterwards.
 */
export const deleteOldRuns = (pool: Pool, kept: RetentionRule): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const run = await claimOldRun(tx, kept, { isTraced: false });
    if (!run) return false;
    const sessionIds = await listSomeSessions(tx, run.id, SESSIONS);
    await keepSignals(tx, { projectId: run.projectId, id: run.waveId }, sessionIds);
    await deleteSessions(tx, sessionIds);
    await dropQuotes(tx, run);
    if (sessionIds.length === SESSIONS) return true;
    await deleteRun(tx, run.id);
    await deleteOldWaves(tx, run.projectId, MAX_WINDOWS);
    return true;
  });

/**
 * Deletes transcripts and traces of a run that is older than its organization keeps them, or some of these; with the last
 * of them all words that were taken from them. Verdicts, counts and findings stay. False when there was none.
 */
export const deleteOldTraces = (pool: Pool, kept: RetentionRule): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const run = await claimOldRun(tx, kept, { isTraced: true });
    if (!run) return false;
    if (await deleteTranscripts(tx, run.id, ROWS)) return true;
    await markTranscriptsGone(tx, run.id);
    await dropQuotes(tx, run);
    return true;
  });
