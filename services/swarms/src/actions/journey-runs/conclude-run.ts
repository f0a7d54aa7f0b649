import { JourneyRunFinished } from '@assay/contract/events';
import { publish } from '@assay/kit/events/outbox';
import type { Tx } from '@assay/kit/postgres/db';
import { reportOf } from '../../domain/journey-runs/run-report.ts';
import { isJudged, statusOfRun, type StoredRun } from '../../domain/journey-runs/run.ts';
import { summaryOf } from '../../domain/journey-runs/run-view.ts';
import { dropAccess, endRunRow, saveTally } from '../../store/journey-runs/journey-runs.ts';

/** Why a run was ended before all of its sessions were held. */
export type RunStop = Pick<StoredRun, 'isCanceled' | 'isStale' | 'error'>;

const BY_ITSELF: RunStop = { isCanceled: false, isStale: false, error: null };

/** Writes the counts of a locked run, and ends it with its last session. A run that was stopped is `failed`. */
export async function concludeRun(tx: Tx, run: StoredRun, stop: RunStop = BY_ITSELF): Promise<void> {
  await saveTally(tx, run.id, run.tally);
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
