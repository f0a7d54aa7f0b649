import { conflict, reasons } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { claimSecret, deleteSecret as remove } from '../../store/secrets/secrets.ts';
import { listServersWithSecret } from '../../store/servers/servers.ts';

/**
 * Deletes a secret. False when the project has no such secret. @throws CONFLICT, naming the servers, when servers use
 * it.
 */
export async function deleteSecret(pool: Pool, projectId: string, secretId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    // Locked first: a save that gives it to a server at this moment has finished, or finds no secret.
    const before = await claimSecret(tx, projectId, secretId);
    if (!before) return false;
    const servers = await listServersWithSecret(tx, projectId, secretId);
    if (servers.length > 0)
      throw conflict(`The secret is used by ${servers.length === 1 ? 'a server' : `${servers.length} servers`}.`, {
        reason: reasons.SECRET_IN_USE,
        servers: servers.map(({ id, name }) => ({ id, name })),
      });
    await remove(tx, projectId, secretId);
    await audit(tx, { target: { secretId }, before });
    return true;
  });
}
