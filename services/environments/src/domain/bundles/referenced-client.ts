import { conflict, notFound } from '@assay/contract/problem';
import { foldedName } from '@assay/contract/normal-name';

interface NamedClient {
  id: string;
  name: string;
}

/**
 * The client that a reference means: the one with this id, or else the only one with this name, in any case. Throws
 * NOT_FOUND without one, CONFLICT with the candidates when several have the name.
 */
export function referencedClient<T extends NamedClient>(clients: readonly T[], reference: string): T {
  const byId = clients.find(({ id }) => id === reference);
  if (byId) return byId;
  const [client, ...others] = clients.filter(({ name }) => foldedName(name) === foldedName(reference));
  if (!client) throw notFound('client', { client: reference });
  if (others.length > 0)
    throw conflict(`Several clients are named "${reference}": use the id of one.`, {
      candidates: [client, ...others].map(({ id, name }) => ({ id, name })),
    });
  return client;
}
