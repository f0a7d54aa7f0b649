import { TunnelsService } from '@assay/contract/gen/assay/v1/tunnels';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { closeTunnel } from '../rpc/close-tunnel.ts';
import { createTunnel } from '../rpc/create-tunnel.ts';
import { relay } from '../rpc/relay.ts';

/** Servers on somebody's own machine that dial in. */
export const tunnels = (deps: Deps): Implementation[] => [
  implement(TunnelsService, { createTunnel: createTunnel(deps), closeTunnel: closeTunnel(deps) }),
  relay(deps),
];
