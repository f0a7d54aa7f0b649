import type { EvalAssertion, StandardCheckId } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { StepAssertion } from '@assay/contract/areas/cases/step';
import { standardChecks } from '../assertions/standard-checks.ts';

/** An assertion about the whole iteration, and its source. */
export interface LayeredCheck {
  source: 'case' | 'suite';
  assertion: EvalAssertion;
}

/**
 * The checks of a suite without suppressed standard checks, which may have any role and severity. A check about
 * a single tool is the suite's own.
 */
export const withoutStandardChecks = (
  checks: readonly EvalAssertion[],
  off: readonly StandardCheckId[],
): EvalAssertion[] => {
  const types = new Set(off.map((id) => standardChecks[id].type));
  return checks.filter((assertion) => !types.has(assertion.type) || 'toolName' in assertion);
};

/** The assertions of a case: of its steps, of its own checks and of the suite's. */
export const assertionsOf = (frozen: FrozenCase, suiteChecks: readonly EvalAssertion[]): StepAssertion[] => [
  ...frozen.steps.flatMap((step) => (step.kind === 'assert' ? [step.assertion] : [])),
  ...layeredChecks(frozen, suiteChecks).map(({ assertion }) => assertion),
];

/**
 * The assertions about a case's whole iteration: the suite's without the standard checks that the case suppresses, then
 * inherited, replaced or extended by the case's own. Assertions of the case itself are never suppressed.
 */
export function layeredChecks(
  { checks, suppressedSuiteStandardCheckIds: off = [] }: FrozenCase,
  suiteChecks: readonly EvalAssertion[],
): LayeredCheck[] {
  const inherited = withoutStandardChecks(suiteChecks, off).map((assertion): LayeredCheck => ({
    source: 'suite',
    assertion,
  }));
  const own = (checks?.list ?? []).map((assertion): LayeredCheck => ({ source: 'case', assertion }));
  switch (checks?.mode ?? 'inherit') {
    case 'inherit':
      return inherited;
    case 'replace':
      return own;
    case 'extend':
      return [...inherited, ...own];
  }
}
