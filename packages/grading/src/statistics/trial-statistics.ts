import type { TrialStatistics } from '@assay/contract/areas/analysis/statistics';
import { executionVariant } from '../decisions/case-trials.ts';
import { passAtK, passHatK } from './pass-at-k.ts';
import { wilson } from './wilson.ts';

/** A case with one of its models: how many of its trials could be graded, and how many of those passed. */
export interface VariantCounts {
  caseId: string;
  model: string | null;
  eligible: number;
  passed: number;
}

/** What repeated trials tell beyond a verdict, case by case; it decides nothing. */
export function trialStatistics(variants: readonly VariantCounts[]): TrialStatistics {
  const cases = variants.map(({ caseId, model, eligible, passed }) => ({
    caseId,
    ...executionVariant(model),
    eligibleTrials: eligible,
    passedTrials: passed,
    k: eligible,
    passAtK: passAtK(passed, eligible, eligible),
    passHatK: passHatK(passed, eligible, eligible),
    passRateInterval: wilson(passed, eligible),
  }));
  const sum = (of: 'eligibleTrials' | 'passedTrials') => cases.reduce((total, each) => total + each[of], 0);
  return {
    unit: 'caseVariant',
    eligibleTrials: sum('eligibleTrials'),
    passedTrials: sum('passedTrials'),
    cases,
  };
}
