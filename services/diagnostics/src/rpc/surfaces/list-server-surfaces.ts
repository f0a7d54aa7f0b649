import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { surfaceSeen } from '../../domain/surfaces/surface-view.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { listSurfaces } from '../../store/surfaces/surfaces.ts';

export const listServerSurfaces = (deps: Deps) =>
  handle(operations.listServerSurfaces, async (_caller, address, query) => {
    const listed = pageOfList(operations.listServerSurfaces, deps.cursors, query, {
      name: `surfaces ${address.projectId} ${address.serverId}`,
      find: (after: [string] | undefined, limit) => listSurfaces(deps.pool, address, after?.[0], limit),
      positionOf: ({ place }) => [place],
    });
    // The surfaces of a deleted server are deleted by its event, which may come later than this read.
    const [page] = await Promise.all([listed, findServer(deps, address)]);
    return { ...page, items: page.items.map(surfaceSeen) };
  });
