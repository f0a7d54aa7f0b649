import { SurfacesService } from '@assay/contract/gen/assay/v1/surfaces';
import { notYet } from '@assay/kit/not-yet';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';

/** Knows what servers offer, what they offered before, and what is wrong with it. */
export const surfaces = (_deps: Deps): Implementation[] => [implement(SurfacesService, {
  exportServer: notYet,
  diffServer: notYet,
  lintServer: notYet,
  listServerSurfaces: notYet,
  getServerSurface: notYet,
})];
