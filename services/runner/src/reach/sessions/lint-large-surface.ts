import { runInWorker, workerBeside } from '@assay/kit/concurrency/run-in-worker';
import type { InspectedServer } from '@assay/inspect/inspected-server';
import type { SurfaceJudgement } from '@assay/surface/lint/lint-surface';
import { analyseSurface, isLargeAnalysis } from '@assay/surface/surface-analysis';

/**
 * Lints a surface without holding up heartbeats and other work, until `signal` aborts.
 * @throws TIMEOUT for surfaces that take too long.
 */
export const lintLargeSurface =
  (signal: AbortSignal | undefined): NonNullable<InspectedServer['lint']> =>
  async (subject, options) => {
    const analysis = { question: 'lint' as const, subject, options };
    return isLargeAnalysis(analysis)
      ? runInWorker<SurfaceJudgement>(workerBeside('surface', import.meta.url), analysis, { signal })
      : (analyseSurface(analysis) as SurfaceJudgement);
  };
