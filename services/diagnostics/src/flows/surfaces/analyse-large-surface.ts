import { runInWorker, workerBeside } from '@assay/kit/concurrency/run-in-worker';
import {
  analyseSurface,
  isLargeAnalysis,
  type SurfaceAnalysis,
  type SurfaceAnswers,
} from '@assay/surface/surface-analysis';

/** `analyseSurface`, which holds up no other request. @throws TIMEOUT for surfaces that take too long. */
export const analyseLargeSurface = async <A extends SurfaceAnalysis>(
  analysis: A,
): Promise<SurfaceAnswers[A['question']]> =>
  isLargeAnalysis(analysis)
    ? runInWorker(workerBeside('surface', import.meta.url), analysis)
    : (analyseSurface(analysis) as SurfaceAnswers[A['question']]);
