import type { ClientDetail } from '@assay/contract/areas/clients/documents';
import { notFound } from '@assay/contract/problem';
import type { Pool } from '@assay/kit/postgres/db';
import { findClient } from '../../actions/clients/find-client.ts';
import { ensureDefaultClient } from '../../actions/clients/store-client.ts';
import { toClientDetail, type StoredClient } from '../../domain/clients/client-record.ts';
import { foldedName } from '@assay/contract/normal-name';
import { findClientImpact } from '../../store/clients/client-uses.ts';

/**
 * The client that a path names by its id or name. The default client is made if the reference is its name.
 * @throws NOT_FOUND, or CONFLICT when several clients have the name.
 */
export async function presentClient(pool: Pool, projectId: string, reference: string): Promise<StoredClient> {
  const client = await findClient(pool, projectId, reference);
  if (client) return client;
  const made = await ensureDefaultClient(pool, projectId);
  if (foldedName(made.name) !== foldedName(reference)) throw notFound('client');
  return made;
}

/** A client as the API shows it. */
export const detailOfClient = async (pool: Pool, client: StoredClient): Promise<ClientDetail> =>
  toClientDetail(client, await findClientImpact(pool, client.id));
