import { createHash } from 'node:crypto';
import { Problem } from '@assay/contract/problem';
import { networkOf } from '@assay/kit/requests/network';
import type { Deps } from '../../deps.ts';
import type { Ask } from '../../domain/limits/rate.ts';
import { giveBack, take, type Return } from '../../store/limits/rate-buckets.ts';

const QUARTER_MINUTES = 15;
/** Attempts on an account in a quarter of an hour: those from one network are held up long before those from wherever its owner is. */
const ON_ACCOUNT = { network: 10, site: 30, anywhere: 100 };
/** Attempts in a minute on whatever account. */
const ON_ANY = { network: 30, site: 120 };
/** A whole company may sit in one network. */
const WAYS_PER_MINUTE = 120;

const perQuarter = (bucket: string, attempts: number): Ask => ({
  bucket,
  count: 1,
  perMinute: attempts / QUARTER_MINUTES,
  burst: attempts,
});
const perMinute = (bucket: string, attempts: number): Ask => ({
  bucket,
  count: 1,
  perMinute: attempts,
  burst: attempts,
});

/** Holds up whoever guesses passwords. What is kept of the account is a hash. Answers what a right password is given back. */
export async function holdSignIn(deps: Deps, email: string, address: string): Promise<Return[]> {
  const account = createHash('sha256').update(email).digest('base64url');
  const [network, site] = [networkOf(address), networkOf(address, 48)];
  const from = (where: string, kind: 'network' | 'site') => [
    perQuarter(`sign-in of ${account} from ${where}`, ON_ACCOUNT[kind]),
    perMinute(`sign-in from ${where}`, ON_ANY[kind]),
  ];
  // One after the other: who is held up already must not use up the attempts of others.
  const steps = [
    from(network, 'network'),
    ...(site === network ? [] : [from(site, 'site')]),
    [perQuarter(`sign-in of ${account}`, ON_ACCOUNT.anywhere)],
  ];
  const taken: Return[] = [];
  for (const asks of steps) taken.push(...(await hold(deps, asks, taken)));
  return taken;
}

/** Holds up whoever guesses the password of the account that they are signed in with. Answers what a right one is given back. */
export const holdPasswordCheck = (deps: Deps, userId: string): Promise<Return[]> =>
  hold(deps, [perQuarter(`password of ${userId}`, ON_ACCOUNT.network)]);

/** Has a right password not count as a guess. */
export const giveBackAttempt = ({ counting, now }: Deps, taken: Return[]): Promise<void> =>
  giveBack(counting, taken, now?.());

/** Holds up whoever sets out for the provider of single sign-on again and again: each time is a row. */
export async function holdWayOut(deps: Deps, address: string): Promise<void> {
  await hold(deps, [perMinute(`sign-on from ${networkOf(address)}`, WAYS_PER_MINUTE)]);
}

/** Takes what each asks for, or says when to try again; then what was taken, `before` too, goes back: who is held up has not tried. */
async function hold(deps: Deps, asks: Ask[], before: Return[] = []): Promise<Return[]> {
  const answers = await take(deps.counting, asks, deps.now?.());
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
