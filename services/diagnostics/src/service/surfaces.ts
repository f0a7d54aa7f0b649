import { SurfacesService } from '@assay/contract/gen/assay/v1/surfaces';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { diffServer } from '../rpc/surfaces/diff-server.ts';
import { exportServer } from '../rpc/surfaces/export-server.ts';
import { getServerSurface } from '../rpc/surfaces/get-server-surface.ts';
import { lintServer } from '../rpc/diagnosis/lint-server.ts';
import { listServerSurfaces } from '../rpc/surfaces/list-server-surfaces.ts';

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
