import type { CaseDecision } from '@assay/contract/areas/analysis/decision';
import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import { trialStatistics, type VariantCounts } from '@assay/grading/statistics/trial-statistics';
import type { Db } from '@assay/kit/postgres/db';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { countVariants } from '../../store/eval-runs/variant-counts.ts';

/** What the trials of a run tell beyond its verdict, once there are any. */
export async function statisticsOf(
  db: Db,
  { id, finished, decision }: Run & RunDetails,
): Promise<Pick<EvalRun, 'trialStatistics'>> {
  if (finished === 0) return {};
  const counted =
    decision && 'decision' in decision ? decision.decision.cases.map(countsOf) : await countVariants(db, id);
  return { trialStatistics: trialStatistics(counted) };
}

/** The trials of a case with one of its models, as they were counted when the run was decided. */
const countsOf = ({
  caseId,
  executionVariant,
  eligibleTrials: eligible,
  passedTrials: passed,
}: CaseDecision): VariantCounts => ({
  caseId,
  model: executionVariant?.model ?? null,
  eligible,
  passed,
});
