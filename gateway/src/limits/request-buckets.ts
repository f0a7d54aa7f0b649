import type { Brake } from '@assay/contract/brakes';
import type { BucketTaken } from '@assay/mesh/gen/assay/v1/limits';
import type { Operation } from '@assay/contract/operation';
import type { ApiRequest, RequestLocals } from '../http/handler.ts';
import type { RateLimit } from './rate-limit.ts';
import { clientNetwork } from '../addresses/client-address.ts';
import { ownOriginOf } from '../mcp/own-request.ts';

/** A bucket in which requests are counted together: its policy, its owner and its limit. */
export interface RequestBucket {
  policy:
    | 'key'
    | 'polling'
    | 'session'
    | 'address'
    | 'person'
    | 'organization'
    | 'upload'
    | 'sender'
    | 'reader'
    | 'visitor';
  whose: string;
  limit: RateLimit;
}
/** The same for an organization's requests under a brake. */
interface Braked {
  brake: Brake;
  organizationId: string;
}

/** The buckets that a request takes a token of. */
export interface RequestBuckets {
  buckets: RequestBucket[];
  braked?: Braked;
}

/** The answer of one bucket. */
export interface BucketShare extends Omit<BucketTaken, 'granted'> {
  of: RequestBucket | (Braked & { period: 'minute' | 'day' });
  granted: boolean;
}

/**
 * The limits of one session and of one visitor. A page of the console asks about ten questions, and a person looks
 * through many pages in a minute.
 */
const OWN = { session: { perMinute: 600, burst: 600 }, visitor: { perMinute: 120, burst: 120 } };
/** The limit of all sessions and visitors from one address. */
const ADDRESS = { perMinute: 3_000, burst: 3_000 };
/** The limit of a key counts as this much in shared limits if it is lower. */
const LEAST_SHARED = { perMinute: 120, burst: 120 };
/** How many times the limit of a key all keys and sessions of one person share, and all of one organization. */
export interface SharedLimitFactors {
  person: number;
  organization: number;
}
/** The limit of public writes from one network; `READER` is that of public reads, and of writes that clients poll. */
const SENDER = { policy: 'sender', limit: { perMinute: 30, burst: 30 } } as const;
/** The limit of uploads to a project: each body is read into memory before a repetition can be detected. */
const UPLOADS = { perMinute: 120, burst: 30 };
const READER = { policy: 'reader', limit: { perMinute: 300, burst: 300 } } as const;

/** The properties of an operation that decide how its requests are counted. */
export type CountedOperation = Pick<Operation, 'access' | 'method' | 'polled' | 'brake'>;

/** The buckets of a request of the operation. */
export function bucketsOfRequest(
  { access, method, polled = false, brake }: CountedOperation,
  req: ApiRequest,
  { credential, upload }: RequestLocals,
  standard: RateLimit,
  factors: SharedLimitFactors,
): RequestBuckets {
  // A key of the project requested the URL, and many senders may share an address.
  if (upload?.id !== undefined)
    return { buckets: [{ policy: 'upload', whose: req.params.projectId!, limit: UPLOADS }] };
  const isPaid = ownOriginOf(req)?.counted === true;
  if (access === 'public')
    return {
      buckets: isPaid ? [] : [{ ...(method === 'GET' || polled ? READER : SENDER), whose: clientNetwork(req) }],
    };
  // Counted when the key was checked.
  if (credential.by === 'operator') return { buckets: [] };
  const { by, hash, who, agent } = credential;
  const ofKey = {
    perMinute: who?.requestsPerMinute || standard.perMinute,
    burst: who?.requestBurst || standard.burst,
  };
  const own = (limit: RateLimit): RequestBucket => ({ policy: polled ? 'polling' : by, whose: hash, limit });
  const sender: RequestBucket[] =
    by === 'key' ? [own(ofKey)] : [own(OWN[by]), { policy: 'address', whose: clientNetwork(req), limit: ADDRESS }];
  const { userId, organizationId } = who?.holder ?? {};
  const brakes = brake && organizationId !== undefined ? { braked: { brake, organizationId } } : {};
  if (isPaid || agent) return { buckets: [], ...brakes };
  const shared = (policy: keyof SharedLimitFactors, whose: string | undefined): RequestBucket[] =>
    whose === undefined ? [] : [{ policy, whose, limit: sharedLimit(ofKey, factors[policy]) }];
  return {
    buckets: [...sender, ...shared('person', userId), ...shared('organization', organizationId)],
    ...brakes,
  };
}

/** The mesh carries limits as 32-bit integers. */
const MAX_LIMIT = 2 ** 31 - 1;

const sharedLimit = ({ perMinute, burst }: RateLimit, times: number): RateLimit => ({
  perMinute: Math.min(MAX_LIMIT, times * Math.max(perMinute, LEAST_SHARED.perMinute)),
  burst: Math.min(MAX_LIMIT, times * Math.max(burst, LEAST_SHARED.burst)),
});
