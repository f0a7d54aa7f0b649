import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import { listDuePieces, storePiece } from '../store/analysis/sum-pieces.ts';

/** How often runs are looked for, in milliseconds. Ten thousand iterations take longer than that. */
const EVERY_MS = 5_000;
/** Runs of one pass. */
const RUNS = 20;

/** Sums up large runs while they go on, so that the first read of one that is over need not. */
export const startSumming = (pool: Pool, log: Logger): BackgroundTask =>
  repeat('summing up large runs', EVERY_MS, log, () => sumUpLargeRuns(pool));

/** One pass: the next piece of each run that has one. */
export async function sumUpLargeRuns(pool: Pool): Promise<void> {
  for (const { runId, piece } of await listDuePieces(pool, RUNS)) await storePiece(pool, runId, piece);
}
