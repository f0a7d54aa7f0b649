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

/** Statistics of repeated trials, case by case; they decide nothing. */
export function trialStatistics(variants: readonly VariantCounts[]): TrialStatistics {
  const cases = variants.map(({ caseId, model, eligible, passed }) => ({
    caseId,
    ...executionVariant(model),
    eligibleTrials: eligible,
    passedTrials: passed,
    k: eligible,
    passAtK: passAtK(passed, eligible, eligible),
    passHatK: passHatK(passed, eligible, eligible),
    passRateInterval: wilsonInterval(passed, eligible),
  }));
  const sum = (of: 'eligibleTrials' | 'passedTrials') => cases.reduce((total, each) => total + each[of], 0);
  return {
    unit: 'caseVariant',
    eligibleTrials: sum('eligibleTrials'),
    passedTrials: sum('passedTrials'),
    cases,
  };
}
