import { RelayService, TunnelsService } from '@assay/contract/gen/assay/v1/tunnels';
import { notYet } from '@assay/kit/not-yet';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';

/** Servers on somebody's own machine that dial in. */
export const tunnels = (_deps: Deps): Implementation[] => [
  implement(TunnelsService, { createTunnel: notYet, closeTunnel: notYet }),
  implement(RelayService, { attachTunnel: notYet, beatTunnels: notYet, detachTunnel: notYet, locateTunnel: notYet }),
];
