import type { EvalStage } from '@assay/contract/areas/analysis/decision-summary';
import type { FailureWords } from '@assay/contract/areas/iterations/failure-words';
import { given } from '@assay/contract/given';
import { evidenceText } from '../words/failure-words.ts';
import { decisiveOf, failuresOf, type ExplainedTrial } from './failures.ts';

/** The failure that an iteration is told by: its first one at the first failed stage. */
export interface FirstFailure extends FailureWords {
  stage?: EvalStage;
  /** The type of the assertion that failed. */
  assertion?: string;
  stepId?: string;
  reason: string;
  /** Where the evidence stands, in words. */
  evidence?: string;
}

/** Undefined for an iteration without a failure, and for a cancelled one. */
export function firstFailure(trial: ExplainedTrial): FirstFailure | undefined {
  const { decisive } = decisiveOf(failuresOf(trial));
  if (!decisive) return undefined;
  const { stage, assertion, stepId, reason, expected, came, brief, place } = decisive;
  const evidence = place && evidenceText(place, trial.transcript);
  return { reason, ...given({ stage, assertion, stepId, expected, came, brief, place, evidence }) };
}
