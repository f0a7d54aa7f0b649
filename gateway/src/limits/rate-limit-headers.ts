import type { BucketShare } from './request-buckets.ts';

const [MINUTE_S, DAY_S] = [60, 86_400];

/**
 * The rate limit headers of draft-ietf-httpapi-ratelimit-headers-11: every policy that counted the request, and its
 * state.
 */
export function rateLimitHeaders(shares: BucketShare[]): [name: string, value: string][] {
  const list = (print: (share: BucketShare) => string) =>
    shares.map((share) => `"${policyOf(share)}"${print(share)}`).join(', ');
  return [
    ['RateLimit-Policy', list((share) => `;q=${share.capacity};w=${windowOf(share)}`)],
    // An empty bucket reports the time until its next token, any other bucket the time until it is full.
    [
      'RateLimit',
      list(
        ({ remaining, retryAfterMs, resetAfterMs }) =>
          `;r=${remaining};t=${Math.ceil((remaining > 0 ? resetAfterMs : retryAfterMs) / 1_000)}`,
      ),
    ],
  ];
}

const policyOf = ({ of }: BucketShare) =>
  'policy' in of ? of.policy : of.period === 'day' ? `${of.brake}-day` : of.brake;

/** The time in which a bucket fills, in seconds. */
function windowOf({ of }: BucketShare): number {
  if ('policy' in of) return Math.ceil((MINUTE_S * of.limit.burst) / of.limit.perMinute);
  return of.period === 'day' ? DAY_S : MINUTE_S;
}
