import { RelayService } from '@assay/contract/gen/assay/v1/tunnels';
import { forbidden, notFound, Problem } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { implement, type Handler, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { attachTunnel, beatTunnels, detachTunnel, findRelay } from '../store/tunnels.ts';

/** What gateways ask about the tunnels that end in them. */
export const relay = ({ pool }: Deps): Implementation => implement(RelayService, {
  attachTunnel: gatewaysOnly(async ({ tokenHash, relayUrl }) => {
    const attachmentId = newId('attach');
    const tunnel = await attachTunnel(pool, tokenHash, attachmentId, relayUrl);
    if (!tunnel) throw new Problem('UNAUTHORIZED', 'The token of the tunnel is not valid.');
    return { ...tunnel, attachmentId };
  }),
  beatTunnels: gatewaysOnly(async ({ attachmentIds }) => {
    const held = new Set(await beatTunnels(pool, attachmentIds));
    return { goneAttachmentIds: attachmentIds.filter((id) => !held.has(id)) };
  }),
  detachTunnel: gatewaysOnly(async ({ attachmentId }) => {
    await detachTunnel(pool, attachmentId);
    return {};
  }),
  locateTunnel: gatewaysOnly(async ({ slug }) => {
    const found = await findRelay(pool, slug);
    if (!found) throw notFound('tunnel');
    return found;
  }),
});

/** A gateway that asks on its own behalf, never on a user's. */
function gatewaysOnly<Req, Res>(handler: Handler<Req, Res>): Handler<Req, Res> {
  return async (request, caller) => {
    if (caller.service !== 'gateway') throw forbidden('Only gateways relay tunnels.');
    return handler(request, caller);
  };
}
