import { memoize } from '@assay/kit/concurrency/memoize';
import { hash } from 'node:crypto';
import { Problem, reasons } from '@assay/contract/problem';
import type { Buckets } from '../limits/own-buckets.ts';

/** What is known of a credential, by its SHA-256: whose it is, or why it is not good. */
export type KnownCredential<Who> = { hash: string } & (
  | { who: Who; refusal?: never }
  | { who?: never; refusal: Problem }
);

interface Acquaintance<Who> {
  /** Of which era answers are, as `remember` has it. */
  era(): number | undefined;
  /** How long it is remembered whose a good one is, in milliseconds. */
  ttlMs(who: Who): number;
  /** Counts bad credentials; undefined where those who send one after the other are not slowed down. */
  guesses: Buckets | undefined;
  /** Milliseconds on a clock that never goes back. */
  now?: () => number;
}

/** How long a request waits to be looked up, in milliseconds. */
export const LOOK_MS = 3_000;
/** Short, so that a credential works a moment after it was made. */
const REFUSED_MS = 1_000;

/**
 * Makes what finds out whose a secret is, out of `look`, which throws UNAUTHORIZED for what is nobody's. Whoever guesses from
 * a network too often is answered RATE_LIMITED; who is known comes in from there all the same.
 */
export function credentialLookup<Who>(
  look: (hash: Buffer) => Promise<Who>,
  { era, ttlMs, guesses, now = () => performance.now() }: Acquaintance<Who>,
): (secret: string, network: () => string) => Promise<KnownCredential<Who>> {
  const lookUp = async (digest: string): Promise<KnownCredential<Who>> => {
    try {
      return { hash: digest, who: await look(Buffer.from(digest, 'base64')) };
    } catch (error) {
      if (error instanceof Problem && error.code === 'UNAUTHORIZED') return { hash: digest, refusal: error };
      throw error;
    }
  };
  const find = memoize(lookUp, {
    max: 10_000,
    version: era,
    ttlMs: ({ who, refusal }) => (refusal ? REFUSED_MS : ttlMs(who)),
    isCheap: ({ refusal }) => refusal !== undefined,
    now,
  });
  return async (secret, network) => {
    const found = await find(hash('sha256', secret, 'base64'), () => guesses?.hold(network()));
    if (found.refusal && !isOrphaned(found.refusal)) guesses?.take(network());
    return found;
  };
}

/** Whether a credential is refused that was good before its organization was deleted, and is no guess. */
export const isOrphaned = ({ details }: Problem): boolean => details?.reason === reasons.ORPHANED_KEY;
