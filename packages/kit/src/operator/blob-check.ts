import type { Blobs } from '../blobs/blobs.ts';
import { isWell, type HealthCheck } from './health-check.ts';

/** The id of a blob that never exists: to ask for it takes the whole way and changes nothing. */
const ABSENT = 'health_0';

/** Looks at the store of uploaded artifacts. */
export const blobCheck = (blobs: Pick<Blobs, 'get'>): HealthCheck => ({
  part: 'blobs',
  next: 'See the runbook for the object store: BLOBS_DIR, or BLOBS_S3_… with the rights of its key.',
  look: async () => {
    await blobs.get(ABSENT);
    return isWell('The store of uploaded artifacts answers.');
  },
});
