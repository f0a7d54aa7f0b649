import type { ConformanceCheck } from '@assay/contract/areas/conformance/check';
import type { ScenarioResult } from '@assay/contract/areas/conformance/work';
import { given } from '@assay/contract/given';

/** Limits of the platform: checks of a scenario, and characters of their texts. */
const [CHECKS, NAME, MESSAGE, DETAILS, REFERENCES] = [500, 300, 2_000, 4_000, 20];

/** Cuts a scenario to the limits of the platform, failed checks first; `mask` hides secrets. */
export function clipScenario({ checks, ...scenario }: ScenarioResult, mask: (text: string) => string): ScenarioResult {
  const told =
    checks.length <= CHECKS
      ? checks
      : checks.toSorted((a, b) => Number(b.status === 'FAILURE') - Number(a.status === 'FAILURE')).slice(0, CHECKS);
  return { ...scenario, checks: told.map((check) => sendableCheck(check, mask)) };
}

function sendableCheck(
  { id, name, description, status, timestamp, errorMessage, specReferences, details }: ConformanceCheck,
  mask: (text: string) => string,
): ConformanceCheck {
  const text = (value: unknown, max: number) => mask(String(value)).slice(0, max);
  return {
    id: text(id, NAME) || 'unnamed',
    status,
    ...(name !== undefined && { name: text(name, NAME) }),
    ...(description !== undefined && { description: text(description, MESSAGE) }),
    ...given({ timestamp }),
    ...(errorMessage !== undefined && { errorMessage: text(errorMessage, MESSAGE) }),
    ...given({ specReferences: specReferences?.slice(0, REFERENCES) }),
    ...(details !== undefined && { details: sendableDetails(details, mask) }),
  };
}

function sendableDetails(details: unknown, mask: (text: string) => string): unknown {
  try {
    const kept = JSON.stringify(details, (_key, value: unknown) => (typeof value === 'string' ? mask(value) : value));
    return kept.length <= DETAILS ? (JSON.parse(kept) as unknown) : { truncated: true };
  } catch {
    // Nested too deep for JSON.stringify.
    return { truncated: true };
  }
}
