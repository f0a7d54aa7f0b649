import { SurfaceChanged } from '@assay/mesh/events';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { publish } from '@assay/kit/events/outbox';
import { storedSurfaceText } from '@assay/surface/canonical';
import { countChanges, diffSurfaces } from '@assay/surface/diff/diff-surfaces';
import { surfaceHash } from '@assay/surface/hash';
import type { ServerAddress } from '../../domain/servers/server-address.ts';
import {
  dropOldSurfaces,
  findLatestSurface,
  insertSurface,
  isGone,
  lockSurfaces,
  touchSurface,
} from '../../store/surfaces/surfaces.ts';

/** At most this many periods, and this many compressed bytes, are kept per server. */
const KEPT = { periods: 200, bytes: 32 * 1024 * 1024 };
/** Larger surfaces are not stored, in characters. */
const MAX_LENGTH = 4 * 1024 * 1024;

/**
 * Stores the current surface of a server, and publishes `SurfaceChanged` when it differs from the one before.
 * `startedAt` is the start of the reading, on the clock of this process: a surface that was stored since then is newer.
 */
export async function storeSurface(
  pool: Pool,
  address: ServerAddress,
  surface: Surface,
  startedAt = performance.now(),
): Promise<void> {
  const { projectId, serverId } = address;
  const hash = surfaceHash(surface);
  if (await touchSurface(pool, serverId, hash)) return;
  const text = storedSurfaceText(surface);
  if (text.length > MAX_LENGTH) return;
  await transaction(pool, async (tx) => {
    await lockSurfaces(tx, address);
    if (await isGone(tx, address)) return;
    const latest = await findLatestSurface(tx, serverId, performance.now() - startedAt);
    // A concurrent reading has stored the same surface, or a newer one.
    if (latest?.hash === hash || latest?.isNewer) return;
    const changes = latest && countChanges(diffSurfaces(latest.surface, surface));
    const surfaceId = await insertSurface(tx, address, { hash, text, tools: searchedNames(surface), changes });
    await dropOldSurfaces(tx, serverId, KEPT);
    if (!latest || !changes) return;
    await publish(tx, SurfaceChanged, {
      serverId,
      projectId,
      surfaceId,
      hash,
      previousHash: latest.hash,
      ...changes,
      seenAtMs: Date.now(),
    });
  });
}

/** Names of tools longer than this are not searched, in characters. */
const MAX_NAME = 256;

/** The names of a surface's tools that Postgres can hold. */
const searchedNames = ({ tools }: Surface): string[] =>
  tools.map(({ name }) => name).filter((name) => name.length <= MAX_NAME && !name.includes('\u0000'));
