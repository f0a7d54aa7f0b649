import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { StepAssertion } from '@assay/contract/areas/cases/step';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { ComputeBudget } from '../compute-budget.ts';
import { stepEvidence, trialEvidence } from '../evidence/evidence.ts';
import { judgeChecks, type CheckResult } from './judge-checks.ts';
import { wasReached } from './step-records.ts';

/**
 * The verdicts that assertions would have had on a recorded iteration: as checks of its case, or as assert steps right
 * after the step `stepId`. Undefined when the case has no such step.
 */
export function previewAssertions(
  frozen: FrozenCase,
  transcript: Transcript,
  assertions: StepAssertion[],
  stepId: string | undefined,
): CheckResult[] | undefined {
  const index = frozen.steps.findIndex(({ id }) => id === stepId);
  const step = frozen.steps[index];
  if (stepId !== undefined && !step) return undefined;
  const place = step ? { source: 'step' as const, stepId: step.id } : { source: 'case' as const };
  const inStep = () => (wasReached(step!, transcript) ? stepEvidence(transcript, frozen, index + 1) : undefined);
  const evidence = step ? inStep() : trialEvidence(transcript, frozen);
  return judgeChecks(
    assertions.map((assertion) => ({ ...place, assertion, evidence })),
    new ComputeBudget(),
  ).map(({ check }) => check);
}
