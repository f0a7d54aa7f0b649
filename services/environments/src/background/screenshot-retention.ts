import { inBatches, repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { deleteOldScreenshots } from '../store/browsers/browser-screenshots.ts';

const HOUR_MS = 3_600_000;
/** How long screenshots of browsers of sessions are kept, in days. */
const KEPT_DAYS = 7;
const BATCH = 100;

/** Deletes old screenshots of browsers of sessions. */
export const startScreenshotRetention = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('the retention of screenshots', HOUR_MS, log, (signal) =>
    inBatches(signal, () => deleteOldScreenshots(pool, KEPT_DAYS, BATCH)),
  );
