import type { TrialStatistics } from '@assay/contract/areas/analysis/statistics';
import { executionVariant } from '../decisions/case-trials.ts';
import { passAtK, passHatK } from './pass-at-k.ts';
import { wilsonInterval } from './wilson.ts';

/** A case variant: its gradeable trials, and how many of them passed. */
export interface VariantCounts {
  caseId: string;
  model: string | null;
  eligible: number;
  passed: number;
}

/**
 * Statistics of repeated trials, case by case; they decide nothing. `asked` is the k of pass@k and pass^k; without it, each
 * case has half of its gradeable trials, so that the estimates are between 0 and 1 as soon as its trials disagree.
 */
export function trialStatistics(variants: readonly VariantCounts[], asked?: number): TrialStatistics {
  const cases = variants.map(({ caseId, model, eligible, passed }) => {
    const k = asked ?? Math.max(1, Math.floor(eligible / 2));
    return {
      caseId,
      ...executionVariant(model),
      eligibleTrials: eligible,
      passedTrials: passed,
      k,
      passAtK: passAtK(passed, eligible, k),
      passHatK: passHatK(passed, eligible, k),
      passRateInterval: wilsonInterval(passed, eligible),
    };
  });
  const sum = (of: 'eligibleTrials' | 'passedTrials') => cases.reduce((total, each) => total + each[of], 0);
  return {
    unit: 'caseVariant',
    eligibleTrials: sum('eligibleTrials'),
    passedTrials: sum('passedTrials'),
    cases,
  };
}
