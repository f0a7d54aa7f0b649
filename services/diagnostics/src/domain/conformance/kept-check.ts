import type { ConformanceCheck, ScenarioStatus } from '@assay/contract/documents/conformance-check';
import { keptText } from '@assay/kit/kept-text';
import { redactDocument, redactText } from '@assay/kit/redact';

const [MESSAGE, DETAILS] = [2_000, 4_000];

/** A check as it is stored: of known fields, without what looks like a secret, and of bounded size. */
export function keptCheck({ id, name, description, status, timestamp, errorMessage, specReferences, details }: ConformanceCheck): ConformanceCheck {
  const kept = details === undefined ? undefined : redactDocument(details);
  const isSmall = kept !== undefined && JSON.stringify(kept).length <= DETAILS;
  return {
    id, status, ...(name !== undefined && { name }), ...(description !== undefined && { description }), ...(timestamp !== undefined && { timestamp }),
    ...(errorMessage !== undefined && { errorMessage: keptText(redactText(errorMessage), MESSAGE) }),
    ...(specReferences && { specReferences: specReferences.map(({ id: reference, url }) => ({ id: reference, ...(url !== undefined && { url }) })) }),
    ...(isSmall ? { details: kept } : kept !== undefined && { details: { truncated: true } }),
  };
}

/** What a scenario came to, by its checks. */
export function statusOf(checks: ConformanceCheck[]): ScenarioStatus {
  const has = (wanted: ConformanceCheck['status']) => checks.some(({ status }) => status === wanted);
  if (has('FAILURE')) return 'failed';
  if (has('WARNING')) return 'warning';
  if (has('SUCCESS')) return 'passed';
  return checks.length > 0 ? 'skipped' : 'couldNotRun';
}
