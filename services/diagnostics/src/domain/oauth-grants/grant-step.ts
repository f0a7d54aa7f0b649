/** What is known of a grant when somebody wants a token; times in milliseconds of one clock. */
export interface GrantState {
  now: number;
  isLost: boolean;
  hasToken: boolean;
  /** The server has turned down the very token that there is. */
  isRejected: boolean;
  expiresAt: number | undefined;
  /** When to get another one. */
  refreshAt: number | undefined;
  canRefresh: boolean;
  lastRefreshAt: number | undefined;
  /** Somebody is getting another one. */
  isLeased: boolean;
  /** When another attempt may be made after one that failed. */
  retryAt: number | undefined;
}

/** `use` the token, `renew` it while it is used, `refresh` it first, or wait for whoever is getting another; the rest are reasons why there is none. */
export type GrantStep = 'use' | 'renew' | 'refresh' | 'wait' | 'lost' | 'failed' | 'expired' | 'rejected';

/** A server that turns down a token which is younger than this would turn down the next one, too. */
const YOUNG_MS = 5_000;
/** No grant is renewed more often than this, whatever its authorization server says of its tokens' life. */
const PACE_MS = 1_000;

/** What to do for one who wants a token. While there is a good one nobody waits, and nobody hears of trouble with the next. */
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

/** How long before its end a token is renewed: a fifth of its life, a minute at most. */
export const marginOf = (lifeMs: number): number => Math.min(60_000, lifeMs / 5);
