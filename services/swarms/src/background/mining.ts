import { WindowMiningError } from '@assay/findings/mining/mining-failure';
import { inBatches, repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Logger } from '@assay/kit/log';
import type { Pool } from '@assay/kit/postgres/db';
import { mineWave } from '../actions/findings/mine-wave.ts';

const LOOK_MS = 2_000;

/** Mines the waves in which sessions were held or graded. */
export const startMining = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('the mining of waves', LOOK_MS, log, (signal) => inBatches(signal, () => mineNext(pool, log)));

/** Mines one wave; false when none is due. One that fails is logged, and the others go on. */
export async function mineNext(pool: Pool, log: Logger): Promise<boolean> {
  try {
    return await mineWave(pool);
  } catch (error) {
    if (!(error instanceof WindowMiningError)) throw error;
    const { cause, seriesId: projectId, windowId: waveId } = error;
    log.error({ err: cause, projectId, waveId }, 'a wave could not be mined, and is tried again later');
    return true;
  }
}
