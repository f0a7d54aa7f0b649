import { conflict } from '@assay/contract/problem';

/** Clients with the name of a reference that a refusal lists. */
export const MAX_CANDIDATES = 20;

/**
 * The client that a reference means: the one with that id, else the only one with that name. Undefined without any.
 * @throws CONFLICT with the ids of the candidates when several have the name.
 */
export function meantClient<Client extends { id: string }>(
  reference: string,
  found: readonly Client[],
): Client | undefined {
  const [first, ...others] = found;
  if (first === undefined || first.id === reference || others.length === 0) return first;
  throw conflict(`Several clients are named "${reference}": use the id of one of them.`, {
    candidateIds: found.map(({ id }) => id),
  });
}
