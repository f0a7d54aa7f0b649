import type { ConformanceCheck, ScenarioStatus } from '@assay/contract/areas/conformance/check';
import { given } from '@assay/contract/given';
import { keptText } from '@assay/kit/text/kept-text';
import { namesSecret, redactText } from '@assay/kit/security/redact';

const [NAME, MESSAGE, DETAILS, TIME, REFERENCES] = [300, 2_000, 4_000, 100, 20];

const text = (value: string, max: number): string => keptText(redactText(value), max);

/** A check in the form that is stored: known fields only, secrets redacted, sizes bounded. */
export function keptCheck({
  id,
  name,
  description,
  status,
  timestamp,
  errorMessage,
  specReferences,
  details,
}: ConformanceCheck): ConformanceCheck {
  return {
    id: text(id, NAME),
    status,
    ...(name !== undefined && { name: text(name, NAME) }),
    ...(description !== undefined && { description: text(description, MESSAGE) }),
    ...(timestamp !== undefined && { timestamp: keptText(timestamp, TIME) }),
    ...(errorMessage !== undefined && { errorMessage: text(errorMessage, MESSAGE) }),
    ...given({
      specReferences: specReferences?.slice(0, REFERENCES).map(({ id: reference, url }) => ({
        id: text(reference, NAME),
        ...(url !== undefined && { url: text(url, MESSAGE) }),
      })),
    }),
    ...(details !== undefined && { details: keptDetails(details) }),
  };
}

function keptDetails(details: unknown): unknown {
  const kept = JSON.stringify(details, (key, value: unknown) => {
    if (key !== '' && value !== null && namesSecret(key) && (typeof value === 'string' || typeof value === 'object'))
      return '[redacted]';
    if (Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && namesSecret(value[0]))
      return [value[0], '[redacted]'];
    return typeof value === 'string' ? redactText(value) : value;
  });
  return kept.length <= DETAILS ? (JSON.parse(kept) as unknown) : { truncated: true };
}

/** The status of a scenario, from its checks. */
export function statusOf(checks: ConformanceCheck[]): ScenarioStatus {
  const has = (wanted: ConformanceCheck['status']) => checks.some(({ status }) => status === wanted);
  if (has('FAILURE')) return 'failed';
  if (has('WARNING')) return 'warning';
  if (has('SUCCESS')) return 'passed';
  return checks.length > 0 ? 'skipped' : 'couldNotRun';
}
