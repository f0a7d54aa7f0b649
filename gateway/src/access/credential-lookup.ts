import { memoize } from '@assay/kit/concurrency/memoize';
import { hash } from 'node:crypto';
import { Problem, reasons } from '@assay/contract/problem';
import type { LocalBuckets } from '../limits/local-buckets.ts';

/** The result of a look-up, by the SHA-256 of the credential: its holder, or the reason of its refusal. */
export type CredentialResult<Who> = { hash: string } & (
  | { who: Who; refusal?: never }
  | { who?: never; refusal: Problem }
);

interface LookupOptions<Who> {
  /** The access version of cached answers, as in `memoize`. */
  accessVersion(): number | undefined;
  /** How long a valid credential is cached, in milliseconds. */
  ttlMs(who: Who): number;
  /** Counts bad credentials; undefined when they are not limited. */
  guesses: LocalBuckets | undefined;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
}

/** The time limit of a look-up, in milliseconds. */
export const LOOK_MS = 3_000;
/** Short, so that a new credential can be used a moment after its creation. */
const REFUSED_MS = 1_000;

/**
 * Makes a cached look-up of credentials from `look`, which throws UNAUTHORIZED for an unknown one. A network with too
 * many bad credentials is answered RATE_LIMITED; credentials in the cache still work from there.
 */
export function credentialLookup<Who>(
  look: (hash: Buffer) => Promise<Who>,
  { accessVersion, ttlMs, guesses, now = () => performance.now() }: LookupOptions<Who>,
): (secret: string, network: () => string) => Promise<CredentialResult<Who>> {
  const lookUp = async (digest: string): Promise<CredentialResult<Who>> => {
    try {
      return { hash: digest, who: await look(Buffer.from(digest, 'base64')) };
    } catch (error) {
      if (error instanceof Problem && error.code === 'UNAUTHORIZED') return { hash: digest, refusal: error };
      throw error;
    }
  };
  const find = memoize(lookUp, {
    max: 10_000,
    version: accessVersion,
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

/** Whether a refused credential was valid before its organization was deleted, so that it is not a guess. */
export const isOrphaned = ({ details }: Problem): boolean => details?.reason === reasons.ORPHANED_KEY;
