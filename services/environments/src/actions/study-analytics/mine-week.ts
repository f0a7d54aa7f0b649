import { MAX_WINDOWS } from '@assay/findings/mining/mined-findings';
import { mineWindow } from '@assay/findings/mining/mine-window';
import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { findingsOfStudy } from '../../domain/study-analytics/mined-findings.ts';
import { tryMeasuringLock } from '../../store/study-analytics/measuring-lock.ts';
import { claimDueWindow, listWindows, mineSignals } from '../../store/study-analytics/study-windows.ts';

/** A window that changes is mined again after this pause, in milliseconds. */
const PAUSE_MS = 60_000;
/** At most this many signals of a window are kept, the most frequent ones. */
const MAX_SIGNALS = 500;

/** Mines one week that changed, and compares its findings with the findings of the others; false when none is due. */
export function mineWeek(pool: Pool, pauseMs = PAUSE_MS): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await tryMeasuringLock(tx))) return false;
    const due = await claimDueWindow(tx, pauseMs);
    if (!due) return false;
    await mineWindow(tx, {
      seriesId: due.studyId,
      count: () => mineSignals(tx, due, MAX_SIGNALS),
      listWindows: async () =>
        (await listWindows(tx, due.studyId, MAX_WINDOWS)).filter(({ minedAt }) => minedAt !== null),
      findingsOf: findingsOfStudy,
      newId: () => newId('finding'),
    });
    return true;
  });
}
