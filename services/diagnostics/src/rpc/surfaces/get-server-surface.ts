import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { diffSurfaces } from '@assay/surface/diff/diff-surfaces';
import type { Deps } from '../../deps.ts';
import { surfaceSeen } from '../../domain/surfaces/surface-view.ts';
import { findSurface } from '../../store/surfaces/surfaces.ts';

export const getServerSurface = ({ pool }: Deps) =>
  handle(operations.getServerSurface, async (_caller, { surfaceId, ...address }) => {
    const found = await findSurface(pool, address, surfaceId);
    if (!found) throw notFound('surface');
    const { period, surface, previous } = found;
    return { ...surfaceSeen(period), ...(previous && { changes: diffSurfaces(previous, surface) }), surface };
  });
