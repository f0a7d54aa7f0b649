import { randomBytes } from 'node:crypto';
import type { Blobs } from '../blobs/blobs.ts';
import { hasFailed, isWell, type HealthCheck } from './health-check.ts';

const NEXT = 'See the runbook for the object store: BLOBS_DIR, or BLOBS_S3_… with the rights of its key.';

/** Looks at the store of uploaded artifacts: writes a blob of a few bytes, reads it and deletes it, as uploads do. */
export const blobCheck = (blobs: Blobs): HealthCheck => ({
  part: 'blobs',
  next: NEXT,
  look: async () => {
    // Replicas look at the same time.
    const bytes = randomBytes(8);
    const id = `health_${bytes.toString('hex')}`;
    await blobs.put(id, bytes);
    const kept = await blobs.get(id);
    await blobs.delete(id);
    return kept?.equals(bytes)
      ? isWell('The store of uploaded artifacts keeps, answers and deletes.')
      : hasFailed('The store of uploaded artifacts does not answer what it was given.', NEXT);
  },
});
