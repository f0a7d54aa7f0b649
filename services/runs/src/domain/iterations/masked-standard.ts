import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { redactDocument } from '@assay/kit/security/redact';

/**
 * An assertion as a stored transcript is held against it: masked like the transcript, so that an expected argument that looks
 * like a secret still matches. Secrets do not tell stored calls apart. A pattern stays as it was written.
 */
export const maskedAssertion = <T extends object>(assertion: T): T =>
  'type' in assertion && assertion.type === 'responseMatches' ? assertion : redactDocument(assertion);

/** A case and the checks of its suite, as a stored transcript is held against them. */
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
