import { WindowMiningError } from '@assay/findings/mining/mining-failure';
import { inBatches, repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { measureSessions } from '../actions/study-analytics/measure-sessions.ts';
import { mineWeek } from '../actions/study-analytics/mine-week.ts';

const LOOK_MS = 5_000;

/** Measures the sessions of studies that changed, and mines the windows in which sessions ended. */
export const startMeasuring = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('the measuring of studies', LOOK_MS, log, async (signal) => {
    await inBatches(signal, () => measureSessions(pool));
    await inBatches(signal, () => mineNext(pool, log));
  });

/** Mines one week; false when none is due. One that fails is logged, and the others go on. */
export async function mineNext(pool: Pool, log: Logger, pauseMs?: number): Promise<boolean> {
  try {
    return await mineWeek(pool, pauseMs);
  } catch (error) {
    if (!(error instanceof WindowMiningError)) throw error;
    const { cause, seriesId: studyId, windowId: weekId } = error;
    log.error({ err: cause, studyId, weekId }, 'a week of a study could not be mined, and is tried again later');
    return true;
  }
}
