import { listServerSurfaces as operation } from '@assay/contract/operations/surfaces';
import { pageOf, pageSize } from '@assay/kit/cursor';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { surfaceSeen } from '../domain/surface-view.ts';
import { findServer } from '../find-server.ts';
import { listSurfaces } from '../store/surfaces.ts';

export const listServerSurfaces = (deps: Deps) =>
  handle(operation, async (_caller, address, { cursor, limit }) => {
    const list = `surfaces ${address.projectId} ${address.serverId}`;
    const [after] = deps.cursors.decode(list, cursor) ?? [];
    const size = pageSize(limit, 50, 200);
    const found = await listSurfaces(deps.pool, address, after as string | undefined, size + 1);
    if (found.length === 0) await findServer(deps, address);
    const page = pageOf(found, size, ({ place }) => deps.cursors.encode(list, [place]));
    return { ...page, items: page.items.map(surfaceSeen) };
  });
