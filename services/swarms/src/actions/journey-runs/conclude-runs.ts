import { JourneyRunFinished } from '@assay/mesh/events';
import type { Counters } from '@assay/grading/measures/counters';
import { publish } from '@assay/kit/events/outbox';
import type { Tx } from '@assay/kit/postgres/db';
import { reportOf } from '../../domain/journey-runs/run-report.ts';
import { isFinal, isJudged, statusOfRun, type StoredRun } from '../../domain/journey-runs/run.ts';
import { SHOWN_ATTEMPTS, SHOWN_FORM, summaryOf, toJourneyRunDetail } from '../../domain/journey-runs/run-view.ts';
import { dropAccess, endRunRow, findRunToShow, saveCounts, saveShown } from '../../store/journey-runs/journey-runs.ts';

/** Why a run was ended before all of its sessions were held. */
export type RunStop = Pick<StoredRun, 'isCanceled' | 'isStale' | 'error'>;

const BY_ITSELF: RunStop = { isCanceled: false, isStale: false, error: null };

/** A run with its new counts; with `measures` if conversations of it came to their end. */
export type CountedRun = StoredRun & { measures?: Counters };

/**
 * Writes the counts of locked runs together, and ends each with its last session. A run that was stopped is `failed`. Runs
 * whose counts are final are stored as they are shown, after everything else of them.
 */
export async function concludeRuns(tx: Tx, runs: readonly CountedRun[], stop: RunStop = BY_ITSELF): Promise<void> {
  await saveCounts(tx, runs);
  for (const run of runs) await endIfOver(tx, run, stop);
  for (const run of runs) if (isFinal(run.tally)) await storeShown(tx, run);
}

async function storeShown(tx: Tx, { id, projectId }: StoredRun): Promise<void> {
  const run = await findRunToShow(tx, { projectId, runId: id }, SHOWN_FORM, SHOWN_ATTEMPTS);
  if (run?.shown !== null) return;
  const shown = toJourneyRunDetail(run);
  const verdict = shown.report?.decision?.verdict ?? null;
  await saveShown(tx, { id, shown: JSON.stringify(shown), form: SHOWN_FORM, verdict });
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
