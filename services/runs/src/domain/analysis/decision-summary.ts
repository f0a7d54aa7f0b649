import type { DecisionSummary } from '@assay/contract/areas/analysis/decision-summary';
import { given } from '@assay/contract/given';
import type { Run, RunDetails } from '../eval-runs/run.ts';
import { runRecord } from '../eval-runs/run-record.ts';

/** The decision of a run without its iterations, from the same record that every read of the run shows. */
export function summaryOf(run: Run & RunDetails): Omit<DecisionSummary, 'diagnostics'> {
  const {
    id: runId,
    status: runStatus,
    verdict,
    undecided,
    decision,
    measurementUnit,
    summary,
    casesWithoutGrading,
  } = runRecord(run);
  const { total, passed, failed, inconclusive } = summary;
  return {
    schemaVersion: 1,
    runId,
    runStatus,
    verdict,
    verdictSource: sourceOf(verdict, measurementUnit, decision !== undefined),
    ...(measurementUnit === 'trial' && {
      counts: {
        measurementUnit,
        total,
        passed,
        failed,
      },
    }),
    ...(measurementUnit === 'caseVariant' &&
      inconclusive !== undefined && {
        counts: {
          measurementUnit,
          total,
          passed,
          failed,
          inconclusive,
        },
      }),
    ...given({ decision, casesWithoutGrading }),
    ...(verdict === 'notEstablished' && { undecided: undecided ?? { reason: 'verdictSummaryUnavailable' } }),
  };
}

/**
 * The source of a verdict. A run that is graded per case may have a verdict without a decision, when its facts
 * contradict each other.
 */
function sourceOf(
  verdict: DecisionSummary['verdict'],
  unit: 'trial' | 'caseVariant',
  isDecided: boolean,
): DecisionSummary['verdictSource'] {
  if (isDecided) return 'policyV2';
  return unit === 'trial' && verdict !== 'notEstablished' ? 'legacy' : 'none';
}
