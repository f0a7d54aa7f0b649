import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { foreignTunnelProblem, tunnelLimitProblem } from '../../domain/tunnels/tunnel-refusals.ts';
import {
  countOtherTunnels,
  lockTunnels,
  saveTunnel,
  type StoredTunnel,
  type TunnelWrite,
} from '../../store/tunnels/tunnels.ts';

/**
 * Gives the tunnel of a server a new token, and creates the tunnel when there is none. @throws CONFLICT while it belongs
 * to another maker, RATE_LIMITED when the project has too many.
 */
export function renewTunnel(pool: Pool, write: TunnelWrite): Promise<StoredTunnel> {
  return transaction(pool, async (tx) => {
    await lockTunnels(tx, write.projectId);
    const problem = tunnelLimitProblem(await countOtherTunnels(tx, write.projectId, write.serverId));
    if (problem) throw problem;
    const saved = await saveTunnel(tx, write);
    if (!saved) throw foreignTunnelProblem();
    await audit(tx, { target: { serverId: write.serverId }, after: saved });
    return saved;
  });
}
