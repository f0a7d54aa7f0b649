import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { auditedClient } from '../../domain/clients/client-record.ts';
import { usedClientProblem } from '../../domain/clients/client-uses.ts';
import { listClientUses } from '../../store/clients/client-uses.ts';
import { claimClient, deleteClient } from '../../store/clients/clients.ts';

const LISTED_USES = 20;

/** Deletes a client. Throws NOT_FOUND, or CONFLICT when it is the default of its project, or is used. */
export function removeClient(pool: Pool, projectId: string, clientId: string): Promise<void> {
  return transaction(pool, async (tx) => {
    // The lock makes everything that begins to use the client wait for the end of the deletion.
    const client = await claimClient(tx, projectId, clientId);
    if (!client) throw notFound('client');
    if (client.isDefault)
      throw conflict(
        'This is the default client of the project, which runs use that name no client: change its settings instead.',
      );
    const uses = await listClientUses(tx, clientId, LISTED_USES);
    if (uses.length > 0) throw usedClientProblem(uses);
    await deleteClient(tx, projectId, clientId);
    await audit(tx, { target: { clientId }, before: auditedClient(client) });
  });
}
