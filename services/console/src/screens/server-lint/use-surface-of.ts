import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../data/operations.ts';

/** How often the record of a surface is looked for after a lint, in milliseconds: it is written after the answer. */
const AGAIN_MS = 500;
const TIMES = 10;

/**
 * The surface of a server with a hash; until it is recorded the newest one. Operations: listServerSurfaces,
 * getServerSurface.
 */
export function useSurfaceOf(contentHash: string | undefined, address: { projectId: string; serverId: string }) {
  const surfaces = useQuery({
    ...operationQuery('listServerSurfaces', address, { limit: 50 }),
    refetchInterval: ({ state }) =>
      contentHash === undefined ||
      state.dataUpdateCount > TIMES ||
      state.data?.items.some((one) => one.hash === contentHash)
        ? false
        : AGAIN_MS,
  });
  const items = surfaces.data?.items ?? [];
  const surfaceId = (items.find((one) => one.hash === contentHash) ?? items[0])?.surfaceId;
  const found = useQuery({
    ...operationQuery('getServerSurface', { ...address, surfaceId: surfaceId ?? '' }),
    enabled: surfaceId !== undefined,
  });
  return { surface: found.data?.surface };
}
