import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Logger } from '@assay/kit/log';
import type { Pool } from '@assay/kit/postgres/db';
import { deleteStaleGenerations } from '../store/generations/generations.ts';

const INTERVAL_MS = 60_000;
/** Longer than any request for drafts waits, in milliseconds. */
const STALE_MS = 10 * 60_000;

/** Deletes requests for drafts that a killed replica left behind. */
export const startGenerationRetention = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('retention of requests for drafts', INTERVAL_MS, log, () => deleteStaleGenerations(pool, STALE_MS));
