import { runInWorker, workerBeside } from '@assay/kit/concurrency/run-in-worker';
import type { ReportedRun } from '../../domain/reports/junit.ts';
import type { RunCaseRow } from '../../domain/eval-runs/run-case.ts';
import { writeJunit } from './write-junit.ts';

/** More iterations are reported by a worker thread: 2,000 take about 80 ms. */
const MAX_INLINE = 2_000;

/**
 * `writeJunit`, which holds up no other request.
 * @throws TIMEOUT for a run whose report takes too long.
 */
export const writeLargeJunit = (
  reported: ReportedRun,
  iterations: number,
  pages: AsyncIterable<RunCaseRow[]>,
): Promise<Uint8Array> =>
  iterations > MAX_INLINE
    ? runInWorker<Uint8Array>(workerBeside('junit', import.meta.url), reported, { pages })
    : writeJunit(reported, pages);
