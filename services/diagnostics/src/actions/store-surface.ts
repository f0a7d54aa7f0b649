import { SurfaceChanged } from '@assay/contract/gen/assay/v1/events';
import type { Surface } from '@assay/contract/documents/surface';
import { transaction, type Pool } from '@assay/kit/db';
import { newId } from '@assay/kit/id';
import { publish } from '@assay/kit/outbox';
import { lastingText } from '@assay/surface/canonical';
import { countChanges, diffSurfaces } from '@assay/surface/diff/diff-surfaces';
import { surfaceHash } from '@assay/surface/hash';
import type { Address } from '../find-server.ts';
import { dropOldSurfaces, findLatestSurface, insertSurface, lockSurfaces, touchSurface } from '../store/surfaces.ts';
import { SERVERS } from '../topics.ts';

/** Periods that are kept of a server. */
const KEPT = 200;

/** Keeps what a server offers now, and tells when that is not what it offered before. */
export async function storeSurface(pool: Pool, address: Address, surface: Surface): Promise<void> {
  const { projectId, serverId } = address;
  const hash = surfaceHash(surface);
  if (await touchSurface(pool, serverId, hash)) return;
  await transaction(pool, async (tx) => {
    await lockSurfaces(tx, serverId);
    const latest = await findLatestSurface(tx, serverId);
    // Somebody else saw it first.
    if (latest?.hash === hash) return;
    const changes = latest && countChanges(diffSurfaces(latest.surface, surface));
    const surfaceId = await insertSurface(tx, address, { hash, text: lastingText(surface), changes });
    await dropOldSurfaces(tx, serverId, KEPT);
    if (!latest || !changes) return;
    const value = SurfaceChanged.encode({ serverId, projectId, surfaceId, hash, previousHash: latest.hash, ...changes, seenAtMs: Date.now() }).finish();
    await publish(tx, { topic: SERVERS, key: serverId, id: newId('evt'), type: 'assay.v1.SurfaceChanged', value });
  });
}
