import { RelayService } from '@assay/mesh/gen/assay/v1/tunnels';
import { notFound, Problem } from '@assay/contract/problem';
import { newId } from '@assay/kit/id';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../../deps.ts';
import { mayHold } from '../../flows/tunnels/may-hold.ts';
import {
  attachTunnel,
  beatTunnels,
  claimMakers,
  closeTunnelsWith,
  detachTunnel,
  findMaker,
  findRelay,
} from '../../store/tunnels/tunnels.ts';

/** The RPCs of gateways about the tunnels that end in them. */
export const relayService = (deps: Deps): Implementation =>
  implement(RelayService, {
    attachTunnel: onlyForService('gateway', async ({ tokenHash, relayUrl }) => {
      const attachmentId = newId('attach');
      const maker = await findMaker(deps.pool, tokenHash);
      const tunnel =
        maker && (await mayHold(deps, maker))
          ? await attachTunnel(deps.pool, tokenHash, attachmentId, relayUrl)
          : undefined;
      if (!tunnel) throw new Problem('UNAUTHORIZED', 'The token of the tunnel is not valid.');
      return { ...tunnel, attachmentId };
    }),
    beatTunnels: onlyForService('gateway', async ({ attachmentIds, requests }) => {
      await closeForsaken(deps, attachmentIds);
      const held = new Set(await beatTunnels(deps.pool, attachmentIds, requests));
      return { goneAttachmentIds: attachmentIds.filter((id) => !held.has(id)) };
    }),
    detachTunnel: onlyForService('gateway', async ({ attachmentId, requests }) => {
      await detachTunnel(deps.pool, attachmentId, requests);
      return {};
    }),
    locateTunnel: onlyForService('gateway', async ({ slug }) => {
      const found = await findRelay(deps.pool, slug);
      if (!found) throw notFound('tunnel');
      return found;
    }),
  });

/** Closes tunnels whose creators may no longer hold one. Each tunnel is checked at most once per `TRUSTED_S`. */
async function closeForsaken(deps: Deps, attachmentIds: string[]): Promise<void> {
  const claimed = await claimMakers(deps.pool, attachmentIds);
  const allowed = await Promise.all(claimed.map((maker) => mayHold(deps, maker)));
  const forsaken = claimed.filter((_, i) => !allowed[i]);
  if (forsaken.length > 0)
    await closeTunnelsWith(
      deps.pool,
      forsaken.map(({ tokenHash }) => tokenHash),
    );
}
