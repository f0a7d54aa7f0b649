import type { EvalAssertion, StandardCheckId } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { AssertionType } from '../assertions/row.ts';

/** An assertion about the whole iteration, and its source. */
export interface LayeredCheck {
  source: 'case' | 'suite';
  assertion: EvalAssertion;
}

const STANDARD: Record<StandardCheckId, AssertionType> = {
  'discovery.description': 'toolDescriptionsPresent',
  'discovery.annotations': 'toolAnnotationsPresent',
  'discovery.collisions': 'toolNamesUnique',
  'discovery.deprecated': 'noDeprecatedToolExposed',
  'call.schema': 'toolInputSchemasWellFormed',
  'response.schema': 'toolOutputSchemasPresent',
  'selection.hops': 'toolCallCountUnder',
  'call.parameters': 'argumentsMatchToolSchema',
  'call.repeated': 'noRepeatedIdenticalCall',
  'response.performance': 'toolLatencyUnder',
  'response.size': 'toolResultSizeUnder',
  'response.errors': 'noToolErrors',
  'response.recovery': 'toolErrorNamesInput',
  'response.pagination': 'fullPageHasContinuation',
  'userValue.turns': 'turnCountUnder',
};

/**
 * Whether an assertion of a suite is the standard check `id`. Standard checks are stored as plain assertions that only
 * warn and apply to every tool; a gating one, or one about a single tool, is the suite's own.
 */
const isStandard = (assertion: EvalAssertion, id: StandardCheckId): boolean =>
  assertion.type === STANDARD[id] &&
  assertion.role === 'advisory' &&
  assertion.severity === 'warn' &&
  !('toolName' in assertion);

/** The checks of a suite without suppressed standard checks. */
export const withoutStandardChecks = (
  checks: readonly EvalAssertion[],
  off: readonly StandardCheckId[],
): EvalAssertion[] => checks.filter((assertion) => !off.some((id) => isStandard(assertion, id)));

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
