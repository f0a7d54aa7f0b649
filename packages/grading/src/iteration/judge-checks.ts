import type { StepAssertion } from '@assay/contract/areas/cases/step';
import type { LiveVerdict } from '@assay/contract/areas/transcripts/documents';
import type { ComputeBudget } from '../compute-budget.ts';
import { evaluateAssertion, assertionRowOf } from '../assertions/evaluate.ts';
import type { AssertionEvidence } from '../evidence/evidence.ts';
import { assertionNameOf, assertionRoleOf, scoreOf, type ScoreResult } from '../assertions/score.ts';
import { notApplicable, recordedVerdict, type Verdict } from '../assertions/verdict.ts';

/** One assertion's verdict on an iteration. */
export interface CheckResult extends Verdict {
  source: 'step' | 'case' | 'suite';
  stepId?: string;
  type: string;
  role: 'gating' | 'advisory';
  stage: string;
  /** The verdict was reached on a live page, and cannot be reached again. */
  live?: true;
}

/** An assertion with its place and its evidence; without evidence its step was not reached. */
export interface RequestedCheck extends Pick<CheckResult, 'source' | 'stepId'> {
  assertion: StepAssertion;
  evidence: AssertionEvidence | undefined;
  /** The verdict of an assertion about a live page, if something watched the page. */
  live?: LiveVerdict | undefined;
}

export interface JudgedCheck {
  check: CheckResult;
  score: ScoreResult;
}

/**
 * Evaluates assertions within one budget. Advisory ones come last, so that they cannot use up the budget of the others.
 */
export function judgeChecks(asked: readonly RequestedCheck[], budget: ComputeBudget): JudgedCheck[] {
  const isAdvisory = ({ assertion }: RequestedCheck) => Number(assertionRoleOf(assertion) === 'advisory');
  const judged = new Map(
    asked.toSorted((a, b) => isAdvisory(a) - isAdvisory(b)).map((each) => [each, judge(each, budget)]),
  );
  return asked.map((each) => judged.get(each)!);
}

function judge({ assertion, evidence, live, ...place }: RequestedCheck, budget: ComputeBudget): JudgedCheck {
  const verdict = evidence
    ? ((live && recordedVerdict(live)) ?? evaluateAssertion(assertion, evidence, budget))
    : notApplicable('The trial ended before this step.');
  const stage = assertionRowOf(assertionNameOf(assertion))?.stage ?? 'userValue';
  return {
    check: {
      ...place,
      type: assertionNameOf(assertion),
      role: assertionRoleOf(assertion),
      stage,
      ...verdict,
      ...(evidence && live && { live: true as const }),
    },
    score: scoreOf(assertion, place.stepId, verdict),
  };
}
