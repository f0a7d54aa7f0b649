import type { Brake } from '@assay/contract/brakes';
import type { BucketTaken } from '@assay/contract/gen/assay/v1/limits';
import type { Operation } from '@assay/contract/operation';
import type { ApiRequest, Locals } from '../http/handler.ts';
import type { Limit } from './rate-limit.ts';
import { clientNetwork } from '../http/client-address.ts';

/** What of somebody's requests is counted together: what kind of requests, whose, and how many there may be. */
export interface Bucket {
  policy: 'key' | 'polling' | 'session' | 'address' | 'upload' | 'sender' | 'visitor';
  whose: string;
  limit: Limit;
}
/** The same for an organization's requests under a brake. */
interface Braked {
  brake: Brake;
  organizationId: string;
}

/** What a request takes one of each. */
export interface Wanted {
  buckets: Bucket[];
  braked?: Braked;
}

/** What it was given of one. */
export interface Share extends Omit<BucketTaken, 'granted'> {
  of: Bucket | (Braked & { period: 'minute' | 'day' });
  granted: boolean;
}

/** Of somebody who signed in, and of everybody who did so behind the same address. */
const [SESSION, ADDRESS] = [
  { perMinute: 120, burst: 120 },
  { perMinute: 600, burst: 600 },
];
/** Of whoever sends something without being known, and of whoever only looks. */
const SENDER = { policy: 'sender', limit: { perMinute: 30, burst: 30 } } as const;
/** Of a project, into memory before anything can say that it was sent before. */
const UPLOADS = { perMinute: 120, burst: 30 };
const VISITOR = { policy: 'visitor', limit: { perMinute: 300, burst: 300 } } as const;

/** What a request of the operation, if such are counted, is counted under. */
export function wantedBy(
  { access, method, polled = false, brake }: Operation,
  req: ApiRequest,
  { credential, upload }: Locals,
  standard: Limit,
): Wanted {
  // A key of the project asked for the URL, and many who have one may share an address.
  if (upload?.id !== undefined)
    return { buckets: [{ policy: 'upload', whose: req.params.projectId!, limit: UPLOADS }] };
  if (access === 'public')
    return { buckets: [{ ...(method === 'GET' ? VISITOR : SENDER), whose: clientNetwork(req) }] };
  const { by, hash, who } = credential;
  const own = (limit: Limit): Bucket => ({ policy: polled ? 'polling' : by, whose: hash, limit });
  const buckets =
    by === 'session'
      ? [own(SESSION), { policy: 'address', whose: clientNetwork(req), limit: ADDRESS } as const]
      : [own({ perMinute: who?.requestsPerMinute || standard.perMinute, burst: who?.requestBurst || standard.burst })];
  const organizationId = who?.holder.organizationId;
  return { buckets, ...(brake && organizationId !== undefined && { braked: { brake, organizationId } }) };
}
