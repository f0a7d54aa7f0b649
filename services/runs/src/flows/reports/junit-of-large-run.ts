import { runInWorker, workerBeside } from '@assay/kit/concurrency/run-in-worker';
import { junitOf, type ReportedRun } from '../../domain/reports/junit.ts';

/** More iterations are reported by a worker thread: 2,000 take about 80 ms. */
const MAX_INLINE = 2_000;

/** `junitOf`, which holds up no other request. @throws TIMEOUT for a run whose report takes too long. */
export const junitOfLargeRun = async (reported: ReportedRun): Promise<string> =>
  reported.iterations.length > MAX_INLINE
    ? runInWorker<string>(workerBeside('junit', import.meta.url), reported)
    : junitOf(reported);
