import { inBatches, repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Logger } from '@assay/kit/log';
import type { Pool } from '@assay/kit/postgres/db';
import { endIdleVisits } from '../actions/visits/end-idle-visits.ts';

const EVERY_MS = 60_000;

/** Ends conversations of visitors who left without a word. */
export const startIdleVisits = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('the end of idle visits', EVERY_MS, log, (signal) => inBatches(signal, () => endIdleVisits(pool)));
