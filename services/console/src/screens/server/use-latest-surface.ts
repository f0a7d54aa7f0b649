import { useQuery } from '@tanstack/react-query';
import { operationQuery, useOperation } from '../../data/operations.ts';

/** The surface of a server as it was recorded last, without asking the server. Operations: listServerSurfaces, getServerSurface. */
export function useLatestSurface({ projectId, serverId }: { projectId: string; serverId: string }) {
  const surfaces = useOperation('listServerSurfaces', { projectId, serverId }, { limit: 50 });
  const surfaceId = surfaces.data?.items[0]?.surfaceId;
  const latest = useQuery({
    ...operationQuery('getServerSurface', { projectId, serverId, surfaceId: surfaceId ?? '' }),
    enabled: surfaceId !== undefined,
  });
  return { surfaces, surface: latest.data?.surface };
}
