import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { ServerAddress } from '../../domain/servers/server-address.ts';
import { deleteGrant, type GrantRow } from '../../store/oauth-grants/oauth-grants.ts';
import { auditedGrant } from './store-grant.ts';

/** Deletes the grant of a server and returns it; undefined when there is none. */
export function removeGrant(pool: Pool, address: ServerAddress): Promise<GrantRow | undefined> {
  return transaction(pool, async (tx) => {
    const deleted = await deleteGrant(tx, address);
    await audit(tx, deleted && { target: { serverId: address.serverId }, before: auditedGrant(deleted) });
    return deleted;
  });
}
