import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { closeTunnel as close } from '../../store/tunnels/tunnels.ts';

/** Detaches a tunnel from its relay and deletes its token; false when the project has no such tunnel. */
export function closeTunnel(pool: Pool, projectId: string, serverId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await close(tx, projectId, serverId))) return false;
    await audit(tx, { target: { serverId }, after: { status: 'closed' } });
    return true;
  });
}
