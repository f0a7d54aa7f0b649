import type { ChangeCounts, SurfaceSeen } from '@assay/contract/areas/surfaces/documents';
import { displayedHash } from '@assay/surface/hash';

interface Period {
  id: string;
  hash: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
  timesSeen: number;
  changes: ChangeCounts | null;
}

/** A period as the API shows it. */
export const surfaceSeen = ({ id, hash, firstSeenAt, lastSeenAt, timesSeen, changes }: Period): SurfaceSeen => ({
  surfaceId: id,
  hash: displayedHash(hash),
  firstSeenAt: firstSeenAt.getTime(),
  lastSeenAt: lastSeenAt.getTime(),
  timesSeen,
  ...(changes && { changesFromPrevious: changes }),
});
