import { brakes } from '@assay/contract/brakes';
import { Problem } from '@assay/contract/problem';
import type { RequestBucket, BucketShare } from './request-buckets.ts';

const MAX_RETRY_S = 86_400;

/** The words of a refusal by each limit of requests. */
export const requests: Record<RequestBucket['policy'], string> = {
  key: 'with this key',
  polling: 'with this key that poll',
  session: 'in this session',
  address: 'from this address',
  person: 'of this person, whose keys and sessions share a limit',
  organization: 'of this organization, whose keys and sessions share a limit',
  upload: 'to the URLs of this project',
  sender: 'from this address',
  reader: 'from this address',
  visitor: 'of this visitor',
};

/** RATE_LIMITED for the bucket with the longest wait; undefined when all are granted. */
export function refusalOf(shares: BucketShare[]): Problem | undefined {
  const refusing = shares.filter(({ granted }) => !granted).toSorted((a, b) => b.retryAfterMs - a.retryAfterMs)[0];
  if (!refusing) return undefined;
  const { of, retryAfterMs } = refusing;
  const seconds = Math.min(MAX_RETRY_S, Math.max(1, Math.ceil(retryAfterMs / 1_000)));
  if ('policy' in of)
    return new Problem(
      'RATE_LIMITED',
      `Too many requests ${requests[of.policy]}.`,
      { limit: of.policy, retryAfterMs },
      seconds,
    );
  const { brake, period } = of;
  const { capacity: allowedValue, remaining, resetsAtMs, resetAfterMs } = refusing;
  return new Problem(
    'RATE_LIMITED',
    `The organization has had its ${allowedValue} ${brakes[brake].of} in a ${period}.`,
    {
      limit: brake,
      period,
      allowedValue,
      currentValue: allowedValue - remaining,
      retryAfterMs,
      resetsAt: resetsAtMs - resetAfterMs + retryAfterMs,
      // Drafts are counted but not paid for, so more of them cannot be bought.
      ...(brake === 'generation' && { canTopUp: false }),
    },
    seconds,
  );
}
