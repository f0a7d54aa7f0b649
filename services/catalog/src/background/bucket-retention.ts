import { inBatches, repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { deleteFullBuckets } from '../store/limits/rate-buckets.ts';

const INTERVAL_MS = 60_000;
const BATCH = 1_000;

/** Deletes rate buckets that are full again. */
export const startBucketRetention = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('retention of rate buckets', INTERVAL_MS, log, (signal) =>
    inBatches(signal, async () => (await deleteFullBuckets(pool, BATCH)) === BATCH),
  );
