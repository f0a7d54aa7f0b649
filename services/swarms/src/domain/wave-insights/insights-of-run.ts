import type { Insights } from '@assay/contract/areas/analysis/insights';
import { unrequestedInsights } from '@assay/grading/findings/unrequested-insights';
import { totalOf } from '../journey-runs/run-report.ts';
import { isSettled, type StoredRun } from '../journey-runs/run.ts';

/** The insights of a run whose wave has none: how much of the run could be observed. */
export function insightsOfRun(run: StoredRun): Insights {
  const { id: runId, waveId, spec, tally } = run;
  const total = totalOf(spec);
  const of = (lifecycle: string): number => tally[`lifecycle/${lifecycle}`] ?? 0;
  const { scope, ...insights } = unrequestedInsights({ kind: 'swarm_wave', id: waveId }, 'sessions', total);
  return {
    ...insights,
    scope: { ...scope, runId },
    observationState: isSettled(run) ? 'ready' : 'pending',
    observationCoverage: {
      unit: 'sessions',
      analyzed: of('ran'),
      total,
      gradedCount: tally.graded ?? 0,
      exclusions: { broke: of('broke'), limited: of('limited'), withdrawn: of('withdrawn') },
    },
  };
}

/** The insights of a run's wave, with the coverage of the run, which its own insights have. */
export const withInsightsOfWave = (runId: string, own: Insights, ofWave: Insights): Insights => ({
  ...ofWave,
  scope: { ...ofWave.scope, runId },
  observationState: own.observationState!,
  observationCoverage: own.observationCoverage!,
});
