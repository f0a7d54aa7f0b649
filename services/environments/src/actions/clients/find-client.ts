import type { Db } from '@assay/kit/postgres/db';
import { referencedClient } from '../../domain/bundles/referenced-client.ts';
import type { StoredClient } from '../../domain/clients/client-record.ts';
import { listClientsNamed } from '../../store/clients/clients.ts';

/**
 * The client of a project with an id or a name, and its present settings; undefined when there is none.
 * @throws CONFLICT with the candidates when several have the name.
 */
export async function findClient(db: Db, projectId: string, reference: string): Promise<StoredClient | undefined> {
  const found = await listClientsNamed(db, projectId, reference);
  return found.length === 0 ? undefined : referencedClient(found, reference);
}
