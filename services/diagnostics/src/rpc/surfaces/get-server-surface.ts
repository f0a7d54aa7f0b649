import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { diffSurfaces } from '@assay/surface/diff/diff-surfaces';
import type { Deps } from '../../deps.ts';
import { surfaceSeen } from '../../domain/surfaces/surface-view.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { findSurface } from '../../store/surfaces/surfaces.ts';

export const getServerSurface = (deps: Deps) =>
  handle(operations.getServerSurface, async (_caller, { surfaceId, ...address }) => {
    // The surfaces of a deleted server are deleted by its event, which may come later than this read.
    const [found] = await Promise.all([findSurface(deps.pool, address, surfaceId), findServer(deps, address)]);
    if (!found) throw notFound('surface');
    const { period, surface, previous } = found;
    return { ...surfaceSeen(period), ...(previous && { changes: diffSurfaces(previous, surface) }), surface };
  });
