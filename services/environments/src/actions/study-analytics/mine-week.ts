import { MAX_WINDOWS } from '@assay/findings/mining/mined-findings';
import { mineWindow } from '@assay/findings/mining/mine-window';
import { WindowMiningError } from '@assay/findings/mining/mining-failure';
import { newId } from '@assay/kit/id';
import { isUnavailable, transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { findingsOfStudy } from '../../domain/study-analytics/mined-findings.ts';
import { tryMeasuringLock } from '../../store/study-analytics/measuring-lock.ts';
import {
  claimDueWindow,
  listWindows,
  mineSignals,
  noteMiningFailure,
  type WindowKey,
} from '../../store/study-analytics/study-windows.ts';

/** A window that changes is mined again after this pause, in milliseconds. */
const PAUSE_MS = 60_000;
/** At most this many signals of a window are kept, the most frequent ones. */
const MAX_SIGNALS = 500;

/**
 * Mines one week that changed, and compares its findings with the findings of the others; false when none is due. A week
 * that fails is left alone for a while, so that others go on. @throws WindowMiningError
 */
export async function mineWeek(pool: Pool, pauseMs = PAUSE_MS): Promise<boolean> {
  let due: WindowKey | undefined;
  try {
    return await transaction(pool, async (tx) => {
      if (!(await tryMeasuringLock(tx))) return false;
      due = await claimDueWindow(tx, pauseMs);
      if (due) await mineClaimed(tx, due);
      return due !== undefined;
    });
  } catch (error) {
    // Without Postgres no week can be mined, and this one is no exception.
    if (!due || isUnavailable(error)) throw error;
    await noteMiningFailure(pool, due);
    throw new WindowMiningError({ seriesId: due.studyId, windowId: due.windowId }, error);
  }
}

const mineClaimed = (tx: Tx, due: WindowKey): Promise<void> =>
  mineWindow(tx, {
    seriesId: due.studyId,
    count: () => mineSignals(tx, due, MAX_SIGNALS),
    listWindows: async () =>
      (await listWindows(tx, due.studyId, MAX_WINDOWS)).filter(({ minedAt }) => minedAt !== null),
    findingsOf: findingsOfStudy,
    newId: () => newId('finding'),
  });
