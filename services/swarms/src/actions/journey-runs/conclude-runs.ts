import { JourneyRunFinished } from '@assay/contract/events';
import type { Counters } from '@assay/grading/measures/counters';
import { publish } from '@assay/kit/events/outbox';
import type { Tx } from '@assay/kit/postgres/db';
import { reportOf } from '../../domain/journey-runs/run-report.ts';
import { isJudged, statusOfRun, type StoredRun } from '../../domain/journey-runs/run.ts';
import { summaryOf } from '../../domain/journey-runs/run-view.ts';
import { dropAccess, endRunRow, saveCounts } from '../../store/journey-runs/journey-runs.ts';

/** Why a run was ended before all of its sessions were held. */
export type RunStop = Pick<StoredRun, 'isCanceled' | 'isStale' | 'error'>;

const BY_ITSELF: RunStop = { isCanceled: false, isStale: false, error: null };

/** A run with its new counts; with `measures` if conversations of it came to their end. */
export type CountedRun = StoredRun & { measures?: Counters };

/**
 * Writes the counts of locked runs together, and ends each with its last session. A run that was stopped is `failed`.
 */
export async function concludeRuns(tx: Tx, runs: readonly CountedRun[], stop: RunStop = BY_ITSELF): Promise<void> {
  await saveCounts(tx, runs);
  for (const run of runs) await endIfOver(tx, run, stop);
}

async function endIfOver(tx: Tx, run: StoredRun, stop: RunStop): Promise<void> {
  const isJudging = isJudged(run.tally);
  if (run.status !== 'running') {
    if (!isJudging) await dropAccess(tx, run.id);
    return;
  }
  const ended = statusOfRun(run.tally);
  if (ended === 'running') return;
  const status = stop.isCanceled || stop.isStale ? 'failed' : ended;
  await endRunRow(tx, { id: run.id, status, ...stop }, isJudging);
  const { verdict } = reportOf(run);
  await publish(tx, JourneyRunFinished, {
    runId: run.id,
    projectId: run.projectId,
    journeyId: run.journeyId,
    waveId: run.waveId,
    status,
    verdict: verdict === 'notEstablished' ? '' : verdict,
    ...summaryOf(run),
    finishedAtMs: Date.now(),
  });
}
