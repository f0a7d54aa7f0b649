import { buckets, type Buckets } from './own-buckets.ts';

/** Counts the credentials from one address that were refused. */
export const guesses = (): Buckets => buckets({ perMinute: 600, burst: 600 }, 'with bad credentials from this address');
