/** The state of a grant when a token is needed; all times in milliseconds of one clock. */
export interface GrantState {
  now: number;
  isLost: boolean;
  hasToken: boolean;
  /** The server has rejected the current token. */
  isRejected: boolean;
  expiresAt: number | undefined;
  /** From when on the token should be renewed. */
  refreshAt: number | undefined;
  canRefresh: boolean;
  lastRefreshAt: number | undefined;
  /** A process holds the lease on the renewal. */
  isLeased: boolean;
  /** When the next attempt is allowed after a failed one. */
  retryAt: number | undefined;
}

/**
 * `use` the token, `renew` it in the background while it is used, `refresh` it first, or `wait` for the process that
 * renews it; the other steps are reasons why there is no token.
 */
export type GrantStep = 'use' | 'renew' | 'refresh' | 'wait' | 'lost' | 'failed' | 'expired' | 'rejected';

/** A server that rejects a token younger than this would reject a new one too. */
const YOUNG_MS = 5_000;
/**
 * Shortest time between two renewals of a grant, even when its authorization server issues tokens with a shorter
 * lifetime.
 */
const PACE_MS = 1_000;

/**
 * The next step when a token is needed. While the current token is good, no request waits for a renewal or fails
 * because of one.
 */
export function grantStep(grant: GrantState): GrantStep {
  const { now, hasToken, isRejected, expiresAt = Infinity, refreshAt = Infinity, lastRefreshAt = -Infinity } = grant;
  if (grant.isLost) return 'lost';
  const isGood = hasToken && !isRejected && expiresAt > now;
  if (isGood && refreshAt > now) return 'use';
  const otherwise = (step: GrantStep) => (isGood ? 'use' : step);
  if (!grant.canRefresh) return otherwise(isRejected ? 'rejected' : 'expired');
  if (grant.isLeased) return otherwise('wait');
  if ((grant.retryAt ?? -Infinity) > now) return otherwise('failed');
  if (isRejected && expiresAt > now && lastRefreshAt > now - YOUNG_MS) return 'rejected';
  if (lastRefreshAt > now - PACE_MS) return otherwise('wait');
  return isGood ? 'renew' : 'refresh';
}

/** How long before its end a token is renewed: a fifth of its lifetime, at most a minute. */
export const marginOf = (lifeMs: number): number => Math.min(60_000, lifeMs / 5);
