import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { surfaceSeen } from '../../domain/surfaces/surface-view.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { listSurfaces } from '../../store/surfaces/surfaces.ts';

export const listServerSurfaces = (deps: Deps) =>
  handle(operations.listServerSurfaces, async (_caller, address, query) => {
    const page = await pageOfList(operations.listServerSurfaces, deps.cursors, query, {
      name: `surfaces ${address.projectId} ${address.serverId}`,
      find: (after: [string] | undefined, limit) => listSurfaces(deps.pool, address, after?.[0], limit),
      positionOf: ({ place }) => [place],
    });
    if (page.items.length === 0) await findServer(deps, address);
    return { ...page, items: page.items.map(surfaceSeen) };
  });
