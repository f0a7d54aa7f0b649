import type { Insights } from '@assay/contract/areas/analysis/insights';
import { unrequestedInsights } from '@assay/grading/findings/unrequested-insights';
import { totalOf } from '../journey-runs/run-report.ts';
import { isSettled, type StoredRun } from '../journey-runs/run.ts';

/** The insights of a run's wave, with the coverage of the run; `ofWave` is undefined when they were never requested. */
export function insightsOfRun(run: StoredRun, ofWave: Insights | undefined): Insights {
  const { id: runId, waveId, spec, tally } = run;
  const total = totalOf(spec);
  const of = (lifecycle: string): number => tally[`lifecycle/${lifecycle}`] ?? 0;
  const { scope, ...insights } = ofWave ?? unrequestedInsights({ kind: 'swarm_wave', id: waveId }, 'sessions', total);
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
