import type { RunDecision } from '@assay/contract/documents/decision';
import { caseDecision, exclusionsOf, rate, type VariantFacts } from './case-trials.ts';

/** When the trials of a run are enough to decide it. */
export type ValidityPolicy = RunDecision['validity']['policy'];
type Reason = RunDecision['reasons'][number];

/** In the order in which they are told. */
const REASONS: readonly Reason[] = [
  'configuredTrialsNotAttempted', 'noGradeableTrials', 'eligibleTrialsBelowMinimum', 'completionRateBelowMinimum', 'completionRateNotMeasured',
  'evaluatorErrorRateAboveMaximum', 'evaluatorErrorRateNotMeasured', 'caseHasNoEligibleTrials',
];
