import { createHash } from 'node:crypto';
import { Problem } from '@assay/contract/problem';
import { networkOf } from '@assay/kit/requests/network';
import type { Deps } from '../../deps.ts';
import type { RateAsk } from '../../domain/limits/rate-ask.ts';
import { giveBack, takeTokens, type TokenReturn } from '../../store/limits/rate-buckets.ts';

const QUARTER_MINUTES = 15;
/**
 * Attempts on one account in 15 minutes. The limit per network is far below the limit for all networks, so that an
 * attacker elsewhere does not lock the owner out early.
 */
const ON_ACCOUNT = { network: 10, site: 30, anywhere: 100 };
/** Attempts of one network in a minute, on any accounts. */
const ON_ANY = { network: 30, site: 120 };
/** Starts of single sign-on in a minute: a whole company may share one network. */
const STARTS_PER_MINUTE = 120;

export const perQuarter = (bucket: string, attempts: number): RateAsk => ({
  bucket,
  count: 1,
  perMinute: attempts / QUARTER_MINUTES,
  burst: attempts,
});
const perMinute = (bucket: string, attempts: number): RateAsk => ({
  bucket,
  count: 1,
  perMinute: attempts,
  burst: attempts,
});

/** The sender of a sign-in: its address, and its id if the account signed in from this browser before. */
interface SignInSender {
  clientAddress: string;
  device: string | undefined;
}

/**
 * Limits password guesses. Buckets are named by a hash of the account. A known device has a bucket of its own alone, so
 * that guesses from elsewhere, or from its own network, do not delay it. Answers the taken tokens, which a right
 * password gives back.
 */
export async function limitSignIn(
  deps: Deps,
  email: string,
  { clientAddress, device }: SignInSender,
): Promise<TokenReturn[]> {
  const account = createHash('sha256').update(email).digest('base64url');
  if (device !== undefined)
    return takeAttempts(deps, [perQuarter(`sign-in of ${account} on ${device}`, ON_ACCOUNT.network)]);
  const [network, site] = [networkOf(clientAddress), networkOf(clientAddress, 48)];
  const from = (where: string, kind: 'network' | 'site') => [
    perQuarter(`sign-in of ${account} from ${where}`, ON_ACCOUNT[kind]),
    perMinute(`sign-in from ${where}`, ON_ANY[kind]),
  ];
  // One step after the other: a caller that its own network already limits must not use up the account's shared
  // attempts.
  const steps = [
    from(network, 'network'),
    ...(site === network ? [] : [from(site, 'site')]),
    [perQuarter(`sign-in of ${account}`, ON_ACCOUNT.anywhere)],
  ];
  const taken: TokenReturn[] = [];
  for (const asks of steps) taken.push(...(await takeAttempts(deps, asks, taken)));
  return taken;
}

/**
 * Limits guesses of the password of the account that is signed in. Answers the taken tokens, which a right password
 * gives back.
 */
export const limitPasswordCheck = (deps: Deps, userId: string): Promise<TokenReturn[]> =>
  takeAttempts(deps, [perQuarter(`password of ${userId}`, ON_ACCOUNT.network)]);

/** Gives the tokens of a right password back, so that it does not count as a guess. */
export const giveBackAttempt = ({ counting, now }: Deps, taken: TokenReturn[]): Promise<void> =>
  giveBack(counting, taken, now?.());

/** Limits starts of single sign-on: each one inserts a row. */
export async function limitSignOn(deps: Deps, address: string): Promise<void> {
  await takeAttempts(deps, [perMinute(`sign-on from ${networkOf(address)}`, STARTS_PER_MINUTE)]);
}

/**
 * Takes a token for each ask. When one is refused, all tokens go back, those in `before` too, because a refused attempt
 * was not made; then throws RATE_LIMITED.
 */
export async function takeAttempts(deps: Deps, asks: RateAsk[], before: TokenReturn[] = []): Promise<TokenReturn[]> {
  const answers = await takeTokens(deps.counting, asks, deps.now?.());
  const taken = asks.map(({ bucket }, at) => ({
    bucket,
    count: answers[at]!.granted,
    fullBeforeUs: answers[at]!.fullBeforeUs,
  }));
  const refused = answers.filter(({ granted }) => granted === 0);
  if (refused.length === 0) return taken;
  await giveBackAttempt(deps, [...before, ...taken.filter(({ count }) => count > 0)]);
  const seconds = Math.ceil(Math.max(...refused.map(({ retryAfterMs }) => retryAfterMs)) / 1_000);
  throw new Problem(
    'RATE_LIMITED',
    `Too many attempts. Try again in ${seconds} seconds.`,
    { limit: 'signIn', retryAfterMs: seconds * 1_000 },
    seconds,
  );
}
