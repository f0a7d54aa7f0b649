import { runInWorker, workerBeside } from '@assay/kit/concurrency/run-in-worker';
import {
  analyseSurface,
  isLargeAnalysis,
  type SurfaceAnalysis,
  type SurfaceAnswers,
} from '@assay/surface/surface-analysis';

/**
 * `analyseSurface`, which holds up neither other requests nor heartbeats. It ends when `signal` aborts, by default the
 * signal of the request in flight.
 * @throws TIMEOUT for surfaces that take too long.
 */
export const analyseLargeSurface = async <A extends SurfaceAnalysis>(
  analysis: A,
  signal?: AbortSignal,
): Promise<SurfaceAnswers[A['question']]> =>
  isLargeAnalysis(analysis)
    ? runInWorker(workerBeside('surface', import.meta.url), analysis, { signal })
    : (analyseSurface(analysis) as SurfaceAnswers[A['question']]);
