import type { Fault } from '@assay/contract/fault';

const MAX_BUCKET_CHARS = 200;

/** The fault of the first negative count. */
export function countFault(counts: Record<string, number>): Fault | undefined {
  const [name] = Object.entries(counts).find(([, count]) => count < 0) ?? [];
  return name === undefined ? undefined : { path: `/${name}`, message: 'must not be below 0' };
}

export const bucketFault = (bucket: string): Fault | undefined =>
  bucket.length > MAX_BUCKET_CHARS
    ? { path: '/bucket', message: `must NOT have more than ${MAX_BUCKET_CHARS} characters` }
    : undefined;
