import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { redactDocument } from '@assay/kit/security/redact';

const PATTERNS = new Set<unknown>(['responseMatches', 'responseNotMatches']);

/**
 * Masks an assertion like the stored transcript that it is evaluated on, so that an expected argument that looks like a
 * secret still matches. Different secrets of stored calls are therefore equal. A pattern stays as it was written.
 */
export const maskedAssertion = <T extends object>(assertion: T): T =>
  'type' in assertion && PATTERNS.has(assertion.type) ? assertion : redactDocument(assertion);

/** A case and the checks of its suite, masked like a stored transcript. */
export const maskedStandard = (
  frozen: FrozenCase,
  checks: readonly EvalAssertion[],
): { frozen: FrozenCase; checks: EvalAssertion[] } => ({
  frozen: {
    ...frozen,
    steps: frozen.steps.map((step) =>
      step.kind === 'assert' ? { ...step, assertion: maskedAssertion(step.assertion) } : step,
    ),
  },
  checks: checks.map(maskedAssertion),
});
