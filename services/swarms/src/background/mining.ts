import { inBatches, repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Logger } from '@assay/kit/log';
import type { Pool } from '@assay/kit/postgres/db';
import { mineWave } from '../actions/findings/mine-wave.ts';

const LOOK_MS = 2_000;

/** Mines the waves in which sessions were held or graded. */
export const startMining = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('the mining of waves', LOOK_MS, log, (signal) => inBatches(signal, () => mineWave(pool)));
