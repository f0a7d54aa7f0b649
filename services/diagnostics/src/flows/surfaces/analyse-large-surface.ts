import { runInWorker, workerBeside } from '@assay/kit/concurrency/run-in-worker';
import {
  analyseSurface,
  itemsOf,
  type SurfaceAnalysis,
  type SurfaceAnswers,
} from '../../domain/surfaces/surface-analysis.ts';

/** More items are analysed in a worker thread: a thousand tools take about 100 ms. */
const MAX_INLINE = 500;

/** `analyseSurface`, which holds up no other request. @throws TIMEOUT for surfaces that take too long. */
export const analyseLargeSurface = async <A extends SurfaceAnalysis>(
  analysis: A,
): Promise<SurfaceAnswers[A['question']]> =>
  itemsOf(analysis) > MAX_INLINE
    ? runInWorker(workerBeside('surface', import.meta.url), analysis)
    : (analyseSurface(analysis) as SurfaceAnswers[A['question']]);
