import type { AuthoringTask, ProposedCase } from '@assay/contract/areas/authoring/work';
import type { DraftingResult } from './drafting-result.ts';

/** Keeps at most the requested number of negative and of other cases, and warns when there are fewer. */
export function limitToMix(cases: ProposedCase[], mix: AuthoringTask['caseMix']): DraftingResult {
  const negatives = mix?.negative ?? 0;
  const others = Object.values(mix ?? {}).reduce((sum, count) => sum + count, 0) - negatives;
  const kept = [
    ...cases.filter(({ isNegative }) => isNegative !== true).slice(0, others),
    ...cases.filter(({ isNegative }) => isNegative === true).slice(0, negatives),
  ];
  const missing = others + negatives - kept.length;
  return {
    cases: kept,
    warnings:
      missing > 0 ? [`The model drafted ${kept.length} of the ${others + negatives} cases that were asked for.`] : [],
  };
}
