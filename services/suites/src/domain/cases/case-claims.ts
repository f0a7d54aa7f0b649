import type { CaseRefusal } from '@assay/contract/areas/cases/batch';
import type { CaseOutcome, CaseToWrite } from './case-outcome.ts';
import type { StoredCase } from './case-record.ts';

/** A stored case, with the key and the hash of the request that wrote it. */
export interface KnownCase {
  stored: StoredCase;
  key: string | null;
  requestHash: string | null;
}

/**
 * The outcomes of cases whose id or idempotency key is taken: refused, or answered with the case of the earlier
 * request. Undefined for free ones. Of two cases in one request with the same id or key the first one keeps it.
 */
export function claimedOutcomes(
  cases: readonly CaseToWrite[],
  known: readonly KnownCase[],
): (CaseOutcome | undefined)[] {
  const byId = new Set(known.map(({ stored }) => stored.declaredId));
  const byKey = new Map(known.map((each) => [each.key, each]));
  const ids = new Set<string>();
  const keys = new Set<string>();
  return cases.map(({ declaredId, idempotency }) => {
    if (declaredId !== undefined && !isFirst(ids, declaredId))
      return refusedCase('DUPLICATE_CASE_ID', `Another case of the request has the id ${declaredId}.`);
    if (idempotency && !isFirst(keys, idempotency.key))
      return refusedCase('DUPLICATE_IDEMPOTENCY_KEY', 'Another case of the request has the same idempotency key.');
    const earlier = idempotency && byKey.get(idempotency.key);
    if (earlier && earlier.requestHash === idempotency.requestHash)
      return { written: earlier.stored, replayed: true, warnings: [] };
    if (earlier) return refusedCase('IDEMPOTENCY_CONFLICT', 'The idempotency key was used for another request.');
    return byId.has(declaredId) && declaredId !== undefined
      ? refusedCase('DUPLICATE_CASE_ID', `The suite has a case of the id ${declaredId}.`)
      : undefined;
  });
}

const isFirst = (seen: Set<string>, value: string): boolean => !seen.has(value) && Boolean(seen.add(value));

export const refusedCase = (code: CaseRefusal, message: string): CaseOutcome => ({ refused: { code, message } });
