import type { Db } from '@assay/kit/postgres/db';
import type { StoredClient } from '../../domain/clients/client-record.ts';
import { MAX_CANDIDATES, meantClient } from '../../domain/clients/meant-client.ts';
import { listClientsNamed } from '../../store/clients/clients.ts';

/**
 * The client of a project with an id or a name, and its present settings; undefined when there is none.
 * @throws CONFLICT with the ids of the candidates when several have the name.
 */
export const findClient = async (db: Db, projectId: string, reference: string): Promise<StoredClient | undefined> =>
  meantClient(reference, await listClientsNamed(db, projectId, reference, MAX_CANDIDATES));
