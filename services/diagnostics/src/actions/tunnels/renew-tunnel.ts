import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { saveTunnel, type StoredTunnel, type TunnelWrite } from '../../store/tunnels/tunnels.ts';

/** Gives the tunnel of a server a new token, and creates the tunnel when there is none. */
export function renewTunnel(pool: Pool, write: TunnelWrite): Promise<StoredTunnel> {
  return transaction(pool, async (tx) => {
    const saved = await saveTunnel(tx, write);
    await audit(tx, { target: { serverId: write.serverId }, after: saved });
    return saved;
  });
}
