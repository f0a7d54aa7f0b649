import { SurfacesService } from '@assay/contract/gen/assay/v1/surfaces';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { diffServer } from '../rpc/diff-server.ts';
import { exportServer } from '../rpc/export-server.ts';
import { getServerSurface } from '../rpc/get-server-surface.ts';
import { lintServer } from '../rpc/lint-server.ts';
import { listServerSurfaces } from '../rpc/list-server-surfaces.ts';

/** Knows what servers offer, what they offered before, and what is wrong with it. */
export const surfaces = (deps: Deps): Implementation[] => [
  implement(SurfacesService, {
    exportServer: exportServer(deps),
    diffServer: diffServer(deps),
    lintServer: lintServer(deps),
    listServerSurfaces: listServerSurfaces(deps),
    getServerSurface: getServerSurface(deps),
  }),
];
