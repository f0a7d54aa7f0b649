import type { TrialStatistics } from '@assay/contract/documents/statistics';
import { countTrials, executionVariant, type VariantFacts } from '../case-trials.ts';
import { passAtK, passHatK } from './pass-at-k.ts';
import { wilson } from './wilson.ts';

/** What repeated trials tell beyond a verdict, case by case; it decides nothing. */
export function trialStatistics(variants: readonly VariantFacts[]): TrialStatistics {
  const cases = variants.map(statisticsOf);
  const sum = (of: 'eligibleTrials' | 'passedTrials') => cases.reduce((total, each) => total + each[of], 0);
  return { unit: 'caseVariant', eligibleTrials: sum('eligibleTrials'), passedTrials: sum('passedTrials'), cases };
}

function statisticsOf(variant: VariantFacts): TrialStatistics['cases'][number] {
  const { eligible, passed } = countTrials(variant);
  return {
    caseId: variant.caseId, ...executionVariant(variant.model),
    eligibleTrials: eligible, passedTrials: passed, k: eligible,
    passAtK: passAtK(passed, eligible, eligible), passHatK: passHatK(passed, eligible, eligible),
    passRateInterval: wilson(passed, eligible),
  };
}
