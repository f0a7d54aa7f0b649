import { TunnelsService } from '@assay/contract/gen/assay/v1/tunnels';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { closeTunnel } from '../rpc/tunnels/close-tunnel.ts';
import { createTunnel } from '../rpc/tunnels/create-tunnel.ts';
import { relay } from '../rpc/tunnels/relay.ts';

/** Servers on somebody's own machine that dial in. */
export const tunnels = (deps: Deps): Implementation[] => [
  implement(TunnelsService, { createTunnel: createTunnel(deps), closeTunnel: closeTunnel(deps) }),
  relay(deps),
];
